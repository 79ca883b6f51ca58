/// A login: whose it is, and the two tokens that show it.
package struct Session: Hashable, Sendable {
    /// The user's id at the project, in lower case.
    package var userID: String
    /// The address that the user logged in with, when the project says it.
    package var email: String?
    /// Shown at each request; valid for about an hour.
    package var accessToken: Secret
    /// Exchanged for a new pair of tokens; it is good once.
    package var refreshToken: Secret
    /// When the access token ends, in seconds since 1970 by the server's clock.
    package var expiresAt: Double

    package init(
        userID: String, email: String? = nil, accessToken: Secret, refreshToken: Secret, expiresAt: Double
    ) {
        (self.userID, self.email, self.expiresAt) = (userID, email, expiresAt)
        (self.accessToken, self.refreshToken) = (accessToken, refreshToken)
    }
}
