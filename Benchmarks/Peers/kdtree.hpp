// nanoflann's k-d tree over earth-centered points.
#pragma once

#include "peer.hpp"

#include <memory>
#include <nanoflann.hpp>

namespace peer {

struct Cloud {
    std::vector<Point> points;
    size_t kdtree_get_point_count() const { return points.size(); }
    double kdtree_get_pt(size_t index, size_t axis) const { return (&points[index].x)[axis]; }
    template <class Box>
    bool kdtree_get_bbox(Box &) const {
        return false;
    }
};

using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<double, Cloud>, Cloud, 3, uint32_t>;

}  // namespace peer
