/// Who a user of a project is, in the user's words.
public struct UserProfile: Hashable, Sendable, Identifiable {
    /// The user's id.
    public let id: FeatureID
    /// The user's name; empty when none was given.
    public var name: String
    /// The user's address of e-mail.
    public var email: String
    /// The user's gender, in the user's words; nil when it was not given.
    public var gender: String?
    /// The path of the picture in the project's storage, with its version. `Repository`
    /// sets and clears the picture.
    public package(set) var photo: String?
    package var sync = RowSync()

    package init(id: FeatureID, name: String, email: String) {
        (self.id, self.name, self.email) = (id, name, email)
    }
}
