import Foundation

/// The three streams that a process begins with: input, output and messages.
package enum StandardStreams {
    /// Makes closed streams stay closed to the process: reading or writing one fails.
    ///
    /// A process that is started as by `geoq near - <&-` lacks a stream, and the first
    /// file, queue or timer that it opens would have the stream's number: geoq would wait
    /// for its own timer as for standard input, or write results into a file of its own.
    ///
    /// To be called before anything is opened, and before there is a second thread.
    package static func occupy() {
        // Open for the other direction, so that a use of it is an error (EBADF) and no silence.
        for (number, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(number, F_GETFD) == -1 {
            // The smallest free number, which is this one: the streams before it are open.
            _ = open("/dev/null", mode)
        }
    }
}
