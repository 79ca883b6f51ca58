// What a program needs of `GeoqIndex` to ask `Geoq` and to read its answers.
@_exported public import struct GeoqIndex.BoundingBox
@_exported public import struct GeoqIndex.Circle
@_exported public import struct GeoqIndex.Coordinate
@_exported public import struct GeoqIndex.Distance
@_exported public import enum GeoqIndex.Geodesic
