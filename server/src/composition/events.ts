import type { EventCatalogue, EventDefinition, Module } from '../kernel/module.ts'
import { invariant } from '../kernel/values/refusals.ts'

/** Returns the events of all modules by type. A type that is declared twice stops the start. */
export function eventsOf(modules: readonly Pick<Module<never>, 'name' | 'events'>[]): EventCatalogue {
  const catalogue: Record<string, EventDefinition> = {}
  for (const { name, events = [] } of modules) {
    for (const [type, definition] of events.flatMap((declared) => Object.entries(declared))) {
      invariant(!catalogue[type], `events of type ${type} are declared once; ${name} declares them again`)
      catalogue[type] = definition
    }
  }
  return catalogue
}
