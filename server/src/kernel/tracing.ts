/** Figures and names that a span carries. Never data of clients: no account number, name or amount. */
type Attributes = Readonly<Record<string, string | number | boolean>>

export interface SpanOptions {
  kind?: 'server' | 'client' | 'internal'
  attributes?: Attributes
  /** `traceparent` header of the trace that it continues; an invalid one is ignored. */
  parent?: string | undefined
  /** Stored id of the job whose trace it continues. */
  job?: string
  /** True if it begins a trace of its own. */
  root?: boolean
  /** Spans of other traces that it belongs to. */
  links?: readonly Span[]
}

/** A timed step of a trace. */
export interface Span {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  set(attributes: Attributes): void
  link(other: Span): void
  /** Marks it as failed, with the code or the kind of the error, never its message. */
  fail(error: unknown): void
  end(): void
  /** Runs work in it: spans that begin there are its children. */
  run<T>(work: () => T): T
}

/** Records spans. */
export interface Tracing {
  start(name: string, options: SpanOptions): Span
  /** Returns the span in which the caller runs. */
  current(): Span | undefined
  /** Begins and ends the first span of a job's trace, linked with the span that schedules it. */
  schedule(kind: string, job: string): void
}

let tracing: Tracing | undefined

/** Sets where the spans of this process go; undefined turns tracing off. Call it before listeners are built. */
export function setTracing(given: Tracing | undefined): void {
  tracing = given
}

/** Returns the tracing of this process; undefined while it is off. */
export const activeTracing = (): Tracing | undefined => tracing

/** Runs work in a span, or plainly while tracing is off. */
export function inSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  return tracing ? runIn(tracing.start(name, options), work) : work()
}

async function runIn<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await span.run(work)
  } catch (error) {
    span.fail(error)
    throw error
  } finally {
    span.end()
  }
}
