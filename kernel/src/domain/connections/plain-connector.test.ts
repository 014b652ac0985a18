import { expect, it } from 'vitest'
import { guardSlots } from '../../plugins/slot-guard.js'
import { Slots } from '../../plugins/slots.js'
import { connectors } from '../slots.js'
import type { Connector } from './connector.js'
import { plainConnector } from './plain-connector.js'

const icon = 'data:image/svg+xml,<svg/>'
const connector: Connector = {
  id: 'w',
  name: 'Zephyr',
  type: 'EXTERNAL',
  namespaces: ['fake'],
  icon,
  provider: async () => 'p',
}

it('returns a connector with a valid name and icon unchanged', () => {
  expect(plainConnector(connector)).toBe(connector)
})

it.each<[string, Partial<Connector>, Partial<Connector>]>([
  ['a remote icon', { icon: 'https://evil.example/track.png' }, { icon: undefined as never }],
  ['a huge icon', { icon: `data:image/png,${'a'.repeat(200_000)}` }, { icon: undefined as never }],
  ['a direction character in the name', { name: 'Ze\u202ephyr' }, { name: 'Zephyr' }],
  ['a long name', { name: 'x'.repeat(3000) }, { name: 'x'.repeat(64) }],
  ['an invisible name', { name: '\u200b' }, { name: 'w' }],
])('G3: readers of the slot get the connector of a plugin with %s in a valid form', async (_, change, expected) => {
  const slots = new Slots()
  const added = { ...connector, ...change }
  slots.add(connectors, added, 0, { owner: 'p', failed: () => null })
  const list = slots.all(connectors)
  expect(list.value[0]).toBe(added)
  guardSlots(slots)
  const [plain] = list.value
  expect({ icon: undefined, ...plain }).toMatchObject(expected)
  expect(await plain?.provider({ namespace: 'fake', networks: [], silent: false, signal: AbortSignal.any([]) })).toBe(
    'p',
  )
  expect(plainConnector(added)).toBe(plain)
})
