import type { IntroducedThirdParty } from '../../dcr/index.ts'
import { type Html, html } from './html.ts'
import { initialOf, LOGOS_PATH } from './layout.ts'

/** A third party as connections show it; without a client when it is no longer registered. */
export type Party = Pick<IntroducedThirdParty, 'name' | 'organisationName' | 'onBehalfOf' | 'reference'> & {
  clientId?: string
  logoVersion?: string
}

/** Shows who asks: logo or initial, software, organisation, and the authority's reference. */
export function partyBlock(party: Party, heading: 'p' | 'h3' = 'p'): Html {
  const name = html`<strong>${party.name}</strong>`
  return html`<div class="party">${mark(party)}<div>${heading === 'h3' ? html`<h3>${name}</h3>` : html`<p>${name}</p>`}
<p class="soft small">${describe(party)}</p></div></div>`
}

function describe({ name, organisationName, onBehalfOf, reference }: Party): string {
  const organisation = organisationName === name ? '' : `by ${organisationName}`
  const other = onBehalfOf === undefined ? '' : `on behalf of ${onBehalfOf}`
  return [organisation, other, reference].filter((part) => part !== '').join(' · ')
}

/** The logo from our own address: nothing is loaded from the third party's. */
function mark({ clientId, logoVersion, name }: Party): Html {
  if (clientId === undefined || logoVersion === undefined)
    return html`<span class="mark" aria-hidden="true">${initialOf(name)}</span>`
  return html`<img class="logo" src="${LOGOS_PATH}/${clientId}?v=${logoVersion}" alt="">`
}
