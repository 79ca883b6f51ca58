-- wrk asks the questions of a file, one path a line, each thread from a place of its own.
local paths = {}
local index = 0

function init(arguments)
    for line in io.lines(arguments[1]) do paths[#paths + 1] = wrk.format("GET", line) end
    math.randomseed(tonumber(tostring({}):match("0x(%x+)"), 16) % 2147483647)
    index = math.random(#paths)
end

function request()
    index = index % #paths + 1
    return paths[index]
end

function done(summary, latency)
    io.write(string.format(
        "RESULT %f %f %f %d %d %d\n", summary.requests / summary.duration * 1e6, latency:percentile(50) / 1000,
        latency:percentile(99) / 1000, summary.requests, summary.bytes,
        summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
