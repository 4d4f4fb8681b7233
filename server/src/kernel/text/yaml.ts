import { dump } from 'js-yaml'

/** Writes JSON data as YAML, without references between equal parts and with texts of several lines as blocks. */
export const toYaml = (data: object): string => dump(data, { noRefs: true, lineWidth: -1 })
