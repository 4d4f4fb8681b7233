// Shows the AsyncAPI document of events in the viewer, which knows OpenAPI: each message becomes a webhook.
import { exampleOf, resolved } from '../../sdk/generator/samples/call.mjs'

const VERIFYING =
  'The SDKs verify a webhook and return its event: `verifyWebhook` in TypeScript, `verify_webhook` in Python. [Receive webhooks](../guides/webhooks) explains them.'

/** Titles of channels and how a reader gets messages from them. */
const channelsOf = ({ channels }) =>
  Object.values(channels).map(
    ({ title, address, description }) => `- **${title}**${address ? ` (\`${address}\`)` : ''}: ${description}`,
  )

/**
 * Returns an OpenAPI document with a webhook for each message of an AsyncAPI document, in groups by resource.
 *
 * @param {Record<string, any>} asyncapi AsyncAPI 3.0
 */
export function eventDocument(asyncapi) {
  const { info, components } = asyncapi
  const messages = Object.values(components.messages)
  const description = [info.description, ...channelsOf(asyncapi), VERIFYING, 'This page is made from `/asyncapi.json`.']
  return {
    openapi: '3.1.1',
    info: { ...info, description: description.join('\n\n') },
    tags: [...new Set(messages.map(groupOf))].map((name) => ({ name })),
    webhooks: Object.fromEntries(messages.map((message) => [message.name, { post: webhookOf(message, asyncapi) }])),
    components: { schemas: components.schemas },
  }
}

/** Returns the resource of an event: `heldRate.expired` is of `Held rate`. */
function groupOf({ name }) {
  const words = name.split('.')[0].replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${words[0].toUpperCase()}${words.slice(1)}`
}

const webhookOf = (message, asyncapi) => ({
  operationId: message.name,
  summary: message.name,
  description: message.summary,
  tags: [groupOf(message)],
  requestBody: {
    required: true,
    content: { [message.contentType]: { schema: message.payload, example: exampleFor(message, asyncapi) } },
  },
  responses: { '2XX': { description: 'The event was accepted. After any other answer the service sends it again.' } },
})

/** Returns an example of a message: the parts of every event, and the resource of this one. */
function exampleFor({ name, payload }, asyncapi) {
  const [common, { properties }] = payload.allOf
  const event = exampleOf(asyncapi, common)
  const [type] = properties.resource.properties.type.enum
  const data = properties.data && {
    ...exampleOf(asyncapi, properties.data),
    ...stateAfter(name, properties.data, asyncapi),
  }
  return { ...event, type: name, resource: { ...event.resource, type }, ...(data && { data }) }
}

/** Returns the status that an event is named after: `payment.completed` leaves a payment `Completed`. */
function stateAfter(name, schema, asyncapi) {
  const verb = name.split('.')[1] ?? ''
  const status = `${verb[0].toUpperCase()}${verb.slice(1)}`
  const known = resolved(asyncapi, schema).properties?.status?.enum ?? []
  return known.includes(status) ? { status } : {}
}
