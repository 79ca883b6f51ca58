"""Pictures made ready to send: geoq beside libvips, both from start to exit. Then such a
picture from the cache on the disk, with an empty memory each time.

The pictures are smooth noise with a grain over it, made by libvips from a seed, so that
their files are as large as those of a camera.
"""
import argparse
import hashlib
import os
import shutil
import sqlite3
import statistics
import struct
import subprocess
import sys
import tempfile
import time

CACHED_GOAL = 0.002
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


def cached(program, picture, folder, times):
    """Seconds to show a picture that lies in the cache, median and longest of nineteen in
    twenty. The file of the cache is written as `PictureFolder` says."""
    store, path, stored = f"{folder}/birds.sqlite", "u/e/p.jpg", "2026-11-20T08:00:00Z"
    entry, photo = (f"0000000{number}-0000-4000-8000-000000000000" for number in (1, 2))
    subprocess.run([program, store], check=True)
    rows = sqlite3.connect(store)
    rows.execute("INSERT INTO geoq_source VALUES ('https://abc.supabase.co', 'remote')")
    rows.execute(
        "INSERT INTO observed_bird_photos (id, watchlist_entry_id, image_path, storage_url, is_uploaded, uploaded_at, "
        "source) VALUES (?, ?, 'p.jpg', ?, 1, ?, 'https://abc.supabase.co')", (photo, entry, path, stored))
    rows.commit()
    rows.close()
    with open(picture, "rb") as file:
        data = file.read()
    name = hashlib.sha256(f"watchlist-photos\n{path}\n{stored}".encode()).hexdigest()
    head = b"geoqpic1" + struct.pack("<QQ", int(time.time()), len(data)) + hashlib.sha256(data).digest()
    os.makedirs(f"{store}.cache", exist_ok=True)
    with open(f"{store}.cache/{name}", "wb") as file:
        file.write(head + data)
    median, long, size = run([program, store, entry, str(times)])[1].split()
    if int(size) != len(data):
        sys.exit(f"the cache gave {size} bytes of {len(data)}")
    return float(median), float(long), len(data)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--prepare", required=True, help="the program prepare-picture")
    parser.add_argument("--cached", required=True, help="the program cached-picture")
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
        print("\n| cached picture, from the disk | median | of 95 % | goal | reached |")
        print("|---|---|---|---|---|")
        median, long, size = cached(options.cached, f"{folder}/small.jpg", folder, 200)
        print(
            f"| {size / 1e3:.0f} kB | {median * 1e3:.2f} ms | {long * 1e3:.2f} ms | {CACHED_GOAL * 1e3:.0f} ms "
            f"| {'yes' if median <= CACHED_GOAL else 'NO'} |")


if __name__ == "__main__":
    main()
