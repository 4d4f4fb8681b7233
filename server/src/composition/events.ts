import type { EventCatalogue, EventDefinition, Module } from '../kernel/module.ts'
import { invariant } from '../kernel/values/refusals.ts'

/** Returns the events of all modules by type. Two modules with the same event type stop the start. */
export function eventsOf(modules: readonly Pick<Module<never>, 'name' | 'events'>[]): EventCatalogue {
  const catalogue: Record<string, EventDefinition> = {}
  for (const { name, events = {} } of modules) {
    for (const [type, definition] of Object.entries(events)) {
      invariant(!catalogue[type], `one module owns events of type ${type}; ${name} is the second`)
      catalogue[type] = definition
    }
  }
  return catalogue
}
