#!/usr/bin/env python3
"""million.py [ROWS]: the rate and the memory of `dial each` over a million rows, against nginx on this machine.

Three runs: with a journal; one that was killed half-way and continues; and one with a key of each row. Memory must stay below 40 MB, and the
time of the processor must grow no faster than rows^1.05. A run over all rows writes its table and its plot into README.md.
"""

import json
import math
import os
import pathlib
import platform
import signal
import subprocess
import sys
import tempfile
import time

import speed

HERE = pathlib.Path(__file__).resolve().parent
ROWS = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
CONTINUED = "continued half-way"
TICK = os.sysconf("SC_CLK_TCK")
COLORS = {
    "rows": ("#1d1d1f", "#6e6e73", "#e3e3e8", ["#0a64c2", "#c2410c", "#15803d"]),
    "rows-dark": ("#f5f5f7", "#a1a1a6", "#3a3a3f", ["#5eb0ff", "#ff9a62", "#5ad48a"]),
}


class Run:
    """A run, and what was seen of it at a hundred points: rows, seconds, seconds of the processor, megabytes."""

    def __init__(self, words, out, until=None):
        self.points = [(0, 0.0, 0.0, 0.0)]
        with open(out, "wb") as file, open(out, "rb") as seen:
            start, rows = time.monotonic(), 0
            process = subprocess.Popen(words, stdout=file, stderr=subprocess.DEVNULL)
            while not (ended := os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)) and not (until and rows >= until):
                time.sleep(0.02)
                while piece := seen.read(1 << 20):
                    rows += piece.count(b"\n")
                if rows - self.points[-1][0] >= ROWS / 100:
                    self.points.append((rows, time.monotonic() - start, *self.usage(process.pid)))
            os.kill(process.pid, signal.SIGKILL)
            _, status, usage = os.wait4(process.pid, 0)
            self.seconds, self.peak = time.monotonic() - start, usage.ru_maxrss / 1024
            self.rows = rows + sum(piece.count(b"\n") for piece in iter(lambda: seen.read(1 << 20), b""))
            if until is None and (status or self.rows != ROWS):
                sys.exit(f"it ended with {status} after {self.rows} rows")
            if ended and until is not None:
                sys.exit("it ended before it was killed")
            self.points.append((self.rows, self.seconds, usage.ru_utime + usage.ru_stime, self.points[-1][3]))

    @staticmethod
    def usage(number):
        fields = pathlib.Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICK, int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)

    def slope(self, start):
        """The exponent of the time of the processor behind a row: between the first tenth of these rows and all of them."""
        first = next(point for point in self.points if point[0] >= start)
        tenth = next(point for point in self.points if point[0] - first[0] >= (ROWS - first[0]) / 10)
        (few, brief), (all, long) = ((point[0] - first[0], point[2] - first[2]) for point in (tenth, self.points[-1]))
        return math.log(long / brief) / math.log(all / few)

    @property
    def rates(self):
        pairs = list(zip(self.points[::4], self.points[4::4]))
        return [(after[0], (after[0] - before[0]) / (after[1] - before[1])) for before, after in pairs]

    @property
    def memory(self):
        return [(point[0], point[3]) for point in self.points[1:]]


def plot(runs, ink, faint, grid, lines):
    """Rate and memory over the rows, side by side."""
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" width="760" height="340" viewBox="0 0 760 340" fill="none" '
        "font-family=\"-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif\" font-size=\"12\">"
    ]
    for index, name in enumerate(runs):
        x = 60 + 200 * index
        parts.append(f'<path d="M{x} 24h26" stroke="{lines[index]}" stroke-width="2"/><text x="{x + 34}" y="28" fill="{ink}">{name}</text>')
    panels = [("rows a second", 60, [run.rates for run in runs.values()]), ("memory in MB", 440, [run.memory for run in runs.values()])]
    for title, left, series in panels:
        most = max(y for points in series for _, y in points)
        step = 10 ** math.floor(math.log10(most))
        step = next(step * factor for factor in (0.5, 1, 2, 5) if most / (step * factor) <= 5)
        top = step * math.ceil(most / step)
        parts.append(f'<text x="{left}" y="58" fill="{ink}" font-weight="600">{title}</text>')
        for number in range(round(top / step) + 1):
            y = 290 - 220 * number * step / top
            parts.append(
                f'<path d="M{left} {y:.1f}h290" stroke="{grid}"/>'
                f'<text x="{left - 8}" y="{y + 4:.1f}" fill="{faint}" text-anchor="end">{number * step:,.0f}</text>')
        for number in range(5):
            x = left + 290 * number / 4
            parts.append(f'<text x="{x:.1f}" y="308" fill="{faint}" text-anchor="middle">{ROWS * number // 4:,}</text>')
        for color, points in zip(lines, series):
            path = "L".join(f"{left + 290 * x / ROWS:.1f} {290 - 220 * y / top:.1f}" for x, y in points)
            parts.append(f'<path d="M{path}" stroke="{color}" stroke-width="2"/>')
    parts.append(f'<text x="397" y="330" fill="{ink}" text-anchor="middle">rows</text>')
    return "\n".join(parts) + "\n</svg>\n"


def measured(folder, base):
    rows, spec = folder / "rows.jsonl", folder / "users.yaml"
    with open(rows, "w") as file:
        for number in range(ROWS):
            file.write(f'{{"id":{number}}}\n')
    spec.write_text(f"service: users\nbase: {base}\nendpoints:\n  get: GET /users/{{id}} (id Int)\n")
    words = [speed.DIAL, "each", str(spec), "get", "--rows", str(rows), "--parallel", "64", "-s", "[id, name]"]
    out, journals = folder / "out", [str(folder / f"journal-{number}") for number in range(3)]
    runs = {"with a journal": Run([*words, "--journal", journals[0]], out)}
    os.remove(journals[0])
    Run([*words, "--journal", journals[1]], out, until=ROWS // 2)
    runs[CONTINUED] = Run([*words, "--journal", journals[1]], out)
    os.remove(journals[1])
    runs["with --key"] = Run([*words, "--journal", journals[2], "--key", "id"], out)
    return runs


def main():
    if os.environ.get("ONLY", "million") not in "million":
        return
    with tempfile.TemporaryDirectory(prefix="million-") as name:
        server = speed.nginx(pathlib.Path(name))
        try:
            runs = measured(pathlib.Path(name), f"http://127.0.0.1:{speed.PORT}")
        finally:
            server.terminate()
            server.wait()
    table = "| Run | rows/s | µs of CPU a row | peak memory | time grows as |\n| --- | ---: | ---: | ---: | ---: |\n"
    slopes = {name: run.slope(ROWS // 2 if name == CONTINUED else 0) for name, run in runs.items()}
    for name, run in runs.items():
        cpu = run.points[-1][2] * 1e6 / ROWS
        table += f"| {name} | {ROWS / run.seconds:,.0f} | {cpu:.1f} | {run.peak:.0f} MB | rows^{slopes[name]:.2f} |\n"
    print(f"{ROWS:,} rows, 64 at once\n\n{table}")
    bad = [name for name, run in runs.items() if run.peak >= 40 or slopes[name] > 1.05]
    if ROWS == 1_000_000 and not bad:
        write(table, runs)
    sys.exit(f"memory or time is out of its bound: {', '.join(bad)}" if bad else 0)


def write(table, runs):
    for name, colors in COLORS.items():
        (HERE / f"{name}.svg").write_text(plot(runs, *colors))
    page = HERE / "README.md"
    before, rest = page.read_text().split("<!-- million -->\n")
    _, after = rest.split("<!-- end of million -->\n")
    machine = f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}."
    page.write_text(f"{before}<!-- million -->\n\n{table}\n{machine}\n\n<!-- end of million -->\n{after}")


if __name__ == "__main__":
    main()
