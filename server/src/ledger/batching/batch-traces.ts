import { activeTracing, inSpan, type Span } from '../../kernel/tracing.ts'

/** Spans in which commands wait for their batch. */
const waiting = new WeakMap<object, Span>()

/** Submits a command to a batcher in a span that lasts until its result. */
export function inCommandSpan<C extends object, R>(
  batcher: string,
  command: C,
  submit: (command: C) => Promise<R>,
): Promise<R> {
  const tracing = activeTracing()
  if (!tracing) return submit(command)
  return inSpan(`ledger ${batcher}`, {}, () => {
    const span = tracing.current()
    if (span) waiting.set(command, span)
    return submit(command)
  })
}

/** Runs a batch in a span of its own, linked with the spans of its commands. */
export function inBatchSpan<R>(batcher: string, commands: readonly object[], run: () => Promise<R>): Promise<R> {
  const tracing = activeTracing()
  if (!tracing) return run()
  const links = commands.flatMap((command) => waiting.get(command) ?? [])
  const attributes = { 'cambist.batch.size': commands.length }
  return inSpan(`batch ${batcher}`, { root: true, kind: 'client', links, attributes }, () => {
    const batch = tracing.current()
    for (const span of links) if (batch) span.link(batch)
    return run()
  })
}
