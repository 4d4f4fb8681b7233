import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Context, Span as ApiSpan, SpanContext, Tracer } from '@opentelemetry/api'
import type { ExportResultCode } from '@opentelemetry/core'
import type { Sampler, SpanExporter } from '@opentelemetry/sdk-trace'
import type { Span, SpanOptions, Tracing } from '../kernel/tracing.ts'

export interface TraceSettings {
  /** Address of the collector, without a trailing slash. */
  endpoint: string
  /** Headers of each export. */
  headers: Record<string, string>
  /** Name of the service. */
  service: string
  /** Share of traces to record, 0 to 1. */
  ratio: number
}

/** Time for one export. */
const EXPORT_MS = 3000
/** Time for the last exports at the stop. */
const LAST_EXPORT_MS = 5000
/** Time between two exports. */
const EVERY_MS = 1000

interface Opened extends Tracing {
  /** Exports the spans that are left, within five seconds. Never throws. */
  close(): Promise<void>
}

/** Packages of OpenTelemetry. They are loaded here only: a process without traces does not need them. */
async function load() {
  const [api, core, exporter, resources, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ])
  return { ...api, ...core, ...exporter, ...resources, ...sdk }
}

type Packages = Awaited<ReturnType<typeof load>>

/**
 * Opens the recording of traces and their export by OTLP over HTTP.
 *
 * @param onFailure called once for the first export that failed since one succeeded
 */
export async function openTracing(settings: TraceSettings, onFailure: (error: Error) => void): Promise<Opened> {
  const packages = await load()
  const { TracerProvider, BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler } = packages
  const ids = createIds()
  const ratio = new TraceIdRatioBasedSampler(settings.ratio)
  const exporter = new packages.OTLPTraceExporter({
    url: `${settings.endpoint}/v1/traces`,
    headers: settings.headers,
    timeoutMillis: EXPORT_MS,
  })
  const provider = new TracerProvider({
    resource: packages.resourceFromAttributes({ 'service.name': settings.service }),
    sampler: new ParentBasedSampler({ root: ratio }),
    idGenerator: ids,
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reporting(exporter, packages.ExportResultCode.SUCCESS, onFailure),
        scheduledDelayMillis: EVERY_MS,
      }),
    ],
  })
  const recorder = createRecorder(packages, provider.getTracer('cambist'), { ids, ratio })
  return {
    ...recorder,
    async close() {
      const exported = provider.shutdown().catch(() => {}) // reported by the exporter
      await Promise.race([exported, pause(LAST_EXPORT_MS, undefined, { ref: false })])
    },
  }
}

/** Ids of spans: random, or the id of a job for the first span of its trace. */
function createIds() {
  let job: SpanContext | undefined
  return {
    generateTraceId: () => job?.traceId ?? randomBytes(16).toString('hex'),
    generateSpanId: () => job?.spanId ?? randomBytes(8).toString('hex'),
    /** Makes one span with the ids of a job. */
    withJob<T>(context: SpanContext, make: () => T): T {
      job = context
      try {
        return make()
      } finally {
        job = undefined
      }
    },
  }
}

/** Reports the first failure of an exporter after each success. */
function reporting(exporter: SpanExporter, success: ExportResultCode, onFailure: (error: Error) => void): SpanExporter {
  let isFailing = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const isFailed = result.code !== success
        if (isFailed && !isFailing) onFailure(result.error ?? new Error('the collector rejected them'))
        isFailing = isFailed
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  }
}

/** Records spans with a tracer; the span in which work runs is kept in its asynchronous context. */
function createRecorder(
  packages: Packages,
  tracer: Tracer,
  { ids, ratio }: { ids: ReturnType<typeof createIds>; ratio: Sampler },
): Tracing {
  const { ROOT_CONTEXT, trace, SpanKind, SpanStatusCode, TraceFlags, parseTraceParent } = packages
  const storage = new AsyncLocalStorage<Span>()
  const apiSpans = new WeakMap<Span, ApiSpan>()
  const contextOf = (span: Span): SpanContext => apiSpans.get(span)!.spanContext()

  /** The context of a job's first span. Its trace is sampled by the job's id, in each process alike. */
  function jobContext(job: string): SpanContext {
    const traceId = job.replaceAll('-', '')
    const { decision } = ratio.shouldSample(ROOT_CONTEXT, traceId, '', SpanKind.INTERNAL, {}, [])
    const traceFlags = decision === packages.SamplingDecision.RECORD_AND_SAMPLED ? TraceFlags.SAMPLED : TraceFlags.NONE
    return { traceId, spanId: traceId.slice(16), traceFlags, isRemote: true }
  }

  function parentOf({ parent, job, root }: SpanOptions): Context {
    const given = job === undefined ? parent && parseTraceParent(parent) : jobContext(job)
    if (given) return trace.setSpanContext(ROOT_CONTEXT, { ...given, isRemote: true })
    const current = root || parent !== undefined ? undefined : storage.getStore()
    return current ? trace.setSpan(ROOT_CONTEXT, apiSpans.get(current)!) : ROOT_CONTEXT
  }

  function spanOf(api: ApiSpan): Span {
    const span: Span = {
      traceId: api.spanContext().traceId,
      set: (attributes) => void api.setAttributes(attributes),
      link: (other) => void api.addLink({ context: contextOf(other) }),
      fail(error) {
        api.setStatus({ code: SpanStatusCode.ERROR })
        api.setAttribute('error.type', kindOf(error))
      },
      end: () => api.end(),
      run: (work) => storage.run(span, work),
    }
    apiSpans.set(span, api)
    return span
  }

  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }
  return {
    start(name, options) {
      const { kind = 'internal', attributes = {}, links = [] } = options
      const own = { kind: kinds[kind], attributes, links: links.map((span) => ({ context: contextOf(span) })) }
      return spanOf(tracer.startSpan(name, own, parentOf(options)))
    },
    current: () => storage.getStore(),
    schedule(kind, job) {
      const current = storage.getStore()
      const context = jobContext(job)
      const links = current ? [{ context: contextOf(current) }] : []
      const options = { kind: SpanKind.PRODUCER, links, root: true }
      ids.withJob(context, () => tracer.startSpan(`schedule ${kind}`, options, ROOT_CONTEXT)).end()
      if (current) apiSpans.get(current)!.addLink({ context })
    },
  }
}

/** Returns the code of an error, or else its class: a message may contain data of clients. */
function kindOf(error: unknown): string {
  const { code, name } = error as { code?: string | number; name?: string }
  return String(code ?? name ?? 'Error')
}
