#!/usr/bin/env python3
"""Runs the conformance suites of this folder against an adapter (see README.md).

    run.py --adapter 'COMMAND' [--suite NAME...] [--jobs N] [--list] [--verbose]

A line per suite: cases, passed, failed, skipped (with the reasons). With --verbose the failed cases follow, each with what came
back. The last line is the sum: 'N passed, N failed, N skipped'. Exit status: 0 nothing failed, 1 something failed, 2 wrong use.
A dead, hanging or babbling adapter is started anew, and the case has failed (10 s a case).
"""
import argparse
import collections
import os
import signal
import sys
import time

sys.dont_write_bytecode = True

import suites  # noqa: E402, F401
from harness import SUITES, Run, run_suite, short  # noqa: E402

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'Suites')


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('--adapter', metavar='COMMAND', help='the program of README.md, as a shell would be given it')
    p.add_argument('--suite', metavar='NAME', nargs='+', choices=list(SUITES), default=list(SUITES), help='only these')
    p.add_argument('--jobs', metavar='N', type=int, default=1, help='adapters at the same time')
    p.add_argument('--list', action='store_true', help='name the suites and end')
    p.add_argument('--verbose', action='store_true', help='list the failed cases')
    options = p.parse_args()
    if options.list:
        print('\n'.join(SUITES))
        return 0
    if not options.adapter:
        p.error('--adapter is needed')
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))      # so that servers and adapters are ended
    run, total = Run(options, FOLDER), collections.Counter()
    try:
        for name in options.suite:
            started = time.monotonic()
            results = run_suite(run, name)
            count = collections.Counter(kind for _, kind, _ in results)
            reasons = collections.Counter(message for _, kind, message in results if kind == 'skipped')
            why = ' (%s)' % '; '.join('%d %s' % (n, r) for r, n in reasons.most_common()) if reasons else ''
            print('%-20s %5d cases: %d passed, %d failed, %d skipped%s  %.1f s' % (
                name, len(results), count['passed'], count['failed'], count['skipped'], why, time.monotonic() - started), flush=True)
            if options.verbose:
                for key, kind, message in results:
                    if kind == 'failed':
                        print('    %s: %s' % (short(key, 120), message), flush=True)
            total.update(count)
    finally:
        run.close()
    print('%d passed, %d failed, %d skipped' % (total['passed'], total['failed'], total['skipped']))
    return 1 if total['failed'] else 0


if __name__ == '__main__':
    sys.exit(main())
