/// geoq's own questions, the same that the command answers.
enum Questions {
    static let endpoints = [near, nearest, along, species, presence, trajectories]
}
