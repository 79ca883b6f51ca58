package import Foundation

/// Bytes packed as programs pack them, by Python's own library and the usual
/// tools.
package enum Packed {
    /// The bytes that a Python expression makes of its standard input.
    package static func bytes(_ input: Data, python expression: String) throws -> Data {
        let script = "import sys, io, gzip, bz2, lzma, zipfile, tarfile\nsys.stdout.buffer.write(\(expression))"
        return try run(["-c", script], input)
    }

    package static func gzip(_ input: Data) throws -> Data {
        try bytes(input, python: "gzip.compress(sys.stdin.buffer.read(), mtime=0)")
    }

    /// A zip file of files without folders of their own.
    package static func zip(_ files: [(name: String, content: Data)]) throws -> Data {
        try archive(files, "z = zipfile.ZipFile(b, 'w', zipfile.ZIP_DEFLATED)", "z.writestr(name, content)")
    }

    /// A tar archive; `mode` is `w`, `w:gz`, `w:bz2` or `w:xz`.
    package static func tar(_ files: [(name: String, content: Data)], mode: String = "w") throws -> Data {
        try archive(
            files, "z = tarfile.open(fileobj=b, mode='\(mode)')",
            "(lambda i: (setattr(i, 'size', len(content)), z.addfile(i, io.BytesIO(content))))(tarfile.TarInfo(name))")
    }

    private static func archive(
        _ files: [(name: String, content: Data)], _ open: String, _ add: String
    ) throws -> Data {
        var script = "import sys, io, zipfile, tarfile, base64\nb = io.BytesIO()\n\(open)\n"
        for file in files {
            script +=
                "name, content = '\(file.name)', base64.b64decode('\(file.content.base64EncodedString())')\n\(add)\n"
        }
        script += "z.close()\nsys.stdout.buffer.write(b.getvalue())\n"
        return try run(["-"], Data(script.utf8))
    }

    private static func run(_ arguments: [String], _ input: Data) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = arguments
        let (out, source) = (Pipe(), Pipe())
        (process.standardOutput, process.standardInput) = (out, source)
        try process.run()
        try source.fileHandleForWriting.write(contentsOf: input)
        try source.fileHandleForWriting.close()
        let packed = try out.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        return packed
    }
}
