// simdjson as a peer of `make bench`: reads commands from standard input, times itself, writes the seconds of one run.
//   load FILE    the text that the next commands are about
//   new          parses it into a document, with a parser made for it
//   kept         the same with one parser for all runs, which keeps its memory
//   path INDEX   parses it and reads the name of one element
#include <simdjson.h>
#include <time.h>

#include <fstream>
#include <functional>
#include <iostream>
#include <sstream>
#include <string>

using namespace simdjson;

static double cpu() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

// As Stopwatch.seconds does it.
static double seconds(const std::function<void()> &body) {
  double start = cpu();
  for (int runs = 0, batch = 1;; batch = runs) {
    for (int i = 0; i < batch; ++i) body();
    runs += batch;
    double passed = cpu() - start;
    if (passed >= 0.04) return passed / runs;
  }
}

static void check(error_code error) {
  if (error) {
    std::cout << error_message(error) << std::endl;
    std::exit(1);
  }
}

int main() {
  std::string line, text;
  dom::parser kept;
  size_t sum = 0;
  while (std::getline(std::cin, line)) {
    double took = 0;
    if (line.rfind("load ", 0) == 0) {
      std::ifstream file(line.substr(5), std::ios::binary);
      std::stringstream all;
      all << file.rdbuf();
      text = all.str();
      text.shrink_to_fit();
      check(kept.parse(text).error());
    } else if (line == "new") {
      took = seconds([&] {
        dom::parser parser;
        check(parser.parse(text).error());
      });
    } else if (line == "kept") {
      took = seconds([&] { check(kept.parse(text).error()); });
    } else if (line.rfind("path ", 0) == 0) {
      size_t index = std::stoul(line.substr(5));
      took = seconds([&] {
        dom::parser parser;
        std::string_view name;
        check(parser.parse(text).at(index)["name"].get(name));
        sum += name.size();
      });
    } else {
      std::cout << "unknown command" << std::endl;
      return 1;
    }
    std::cout << took << std::endl;
  }
  return sum == 1;
}
