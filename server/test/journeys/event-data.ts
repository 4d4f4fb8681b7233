import { Ajv } from 'ajv'
import { expect } from 'vitest'

/** One API client of a running service. */
export interface Reader {
  get(path: string): Promise<unknown>
}

interface Event {
  type: string
  sequence: number
  resource: { type: string; id: string }
  data?: object
}

/** Read operations by type of resource. */
const READS: Readonly<Record<string, string>> = {
  account: '/v1/accounts/',
  beneficiary: '/v1/beneficiaries/',
  inboundPayment: '/v1/inbound-payments/',
  internalTransfer: '/v1/internal-account-transfers/',
  marginCall: '/v1/credit/margin-calls/',
  payment: '/v1/payments/',
  trade: '/v1/fx/trades/',
}

/**
 * Checks every event of an entity against the AsyncAPI document, and the data of each resource's last event against its read operation.
 *
 * @returns the types that it found, and the types of resources that it compared
 */
export async function checkEvents(reader: Reader): Promise<{ types: Set<string>; resources: Set<string> }> {
  const misfit = validatorOf((await reader.get('/asyncapi.json')) as AsyncApi)
  const events = await eventsOf(reader)
  const last = new Map(events.map((event) => [event.resource.id, event]))
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, i) => events[0]!.sequence + i))
  expect(events.flatMap(misfit)).toEqual([])
  const resources = new Set<string>()
  for (const { resource, data } of last.values()) {
    const path = READS[resource.type]
    if (!path) continue
    resources.add(resource.type)
    expect(data).toEqual(await reader.get(path + resource.id))
  }
  return { types: new Set(events.map(({ type }) => type)), resources }
}

async function eventsOf(reader: Reader): Promise<Event[]> {
  const events: Event[] = []
  for (let after: string | null = ''; after !== null; ) {
    const page = (await reader.get(`/v1/events?limit=500${after && `&after=${after}`}`)) as {
      data: Event[]
      nextCursor: string | null
    }
    events.push(...page.data)
    after = page.nextCursor
  }
  return events
}

interface AsyncApi {
  components: { messages: Record<string, object> }
}

/** Returns a function that describes how an event differs from the message of its type. */
function validatorOf(document: AsyncApi): (event: Event) => string[] {
  const ajv = new Ajv({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'events')
  return (event) => {
    const { type, data } = event
    const validate = ajv.getSchema(`events#/components/messages/${type}/payload`)
    if (!validate) return [`${type} has no message`]
    const isMissing = data === undefined ? [`${type} has no data`] : []
    return validate(event) ? isMissing : [`${type}: ${ajv.errorsText(validate.errors)}`]
  }
}
