"""Pictures made ready to send: geoq beside libvips, both from start to exit.

The pictures are smooth noise with a grain over it, made by libvips from a seed, so that
their files are as large as those of a camera.
"""
import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

SIZES = [("12 megapixels", 4000, 3000, 0.120, 60e6), ("48 megapixels", 8000, 6000, 0.500, 90e6)]


def make(folder, width, height):
    """A JPEG of three bands; returns its path."""
    bands = []
    for seed in range(3):
        smooth, grain, sum_, band = (f"{folder}/{name}{seed}.v" for name in ("smooth", "grain", "sum", "band"))
        vips("perlin", smooth, str(width), str(height), "--cell-size", "256", "--uchar", "--seed", str(seed + 1))
        vips("gaussnoise", grain, str(width), str(height), "--mean", "0", "--sigma", "6", "--seed", str(seed + 11))
        vips("add", smooth, grain, sum_)
        vips("cast", sum_, band, "uchar")
        bands.append(band)
    path = f"{folder}/{width}x{height}.jpg"
    vips("bandjoin", " ".join(bands), f"{folder}/color.v")
    vips("copy", f"{folder}/color.v", f"{folder}/rgb.v", "--interpretation", "srgb")
    vips("jpegsave", f"{folder}/rgb.v", path, "--Q", "90")
    return path


def vips(*words):
    subprocess.run(["vips", *words], check=True)


def run(words):
    """Seconds from start to exit, and what was written."""
    start = time.monotonic()
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    return time.monotonic() - start, done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--prepare", required=True, help="the program prepare-picture")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    if not shutil.which("vipsthumbnail"):
        sys.exit("pictures need vips and vipsthumbnail: apt install libvips-tools")
    print("| picture | file | geoq | in it | memory | vipsthumbnail | ratio | goals | reached |")
    print("|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name, width, height, goal, memory_goal in SIZES:
            picture = make(folder, width, height)
            own, peers, inside, memory = [], [], [], []
            for _ in range(options.rounds):
                seconds, words = run([options.prepare, picture])
                own.append(seconds)
                # The process makes one picture: later ones would hide what the first one needs.
                inside.append(float(words.split()[0]))
                memory.append(int(words.split()[1]))
                peers.append(run(["vipsthumbnail", picture, "-s", "1200", "-o", f"{folder}/small.jpg[Q=80,strip]"])[0])
            geoq, peer, time_inside, most = (
                statistics.median(own), statistics.median(peers), statistics.median(inside), max(memory))
            print(
                f"| {name} | {os.path.getsize(picture) / 1e6:.1f} MB | {geoq * 1e3:.0f} ms | {time_inside * 1e3:.0f} ms "
                f"| {most / 1e6:.0f} MB | {peer * 1e3:.0f} ms | {geoq / peer:.2f} × "
                f"| {goal * 1e3:.0f} ms in it, {memory_goal / 1e6:.0f} MB "
                f"| {'yes' if time_inside <= goal else 'NO'}, {'yes' if most <= memory_goal else 'NO'} |")


if __name__ == "__main__":
    main()
