#include "cbench.h"

#include <yaml.h>

long cbench_yaml_events(const unsigned char *text, size_t count) {
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser)) return -1;
  yaml_parser_set_input_string(&parser, text, count);
  long events = 0;
  for (int is_end = 0; !is_end; ++events) {
    yaml_event_t event;
    if (!yaml_parser_parse(&parser, &event)) {
      events = -1;
      break;
    }
    is_end = event.type == YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
  return events;
}
