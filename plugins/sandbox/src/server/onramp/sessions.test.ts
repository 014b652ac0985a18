import { expect, it } from 'vitest'
import { localEvmNetworks } from '../../local-networks.js'
import { createClock } from '../clock.js'
import type { Engine } from '../engines/engine.js'
import { createCheckoutSessions } from './sessions.js'

const network = localEvmNetworks[0] ?? expect.fail('There is no local network.')
const address = `0x${'ab'.repeat(20)}`
const unused = () => Promise.reject(new Error('A purchase does not call this.'))

/** Opened checkout for 1 coin on a chain whose engine delivers with `deliver`. */
function openCheckout(deliver: NonNullable<Engine['deliver']>) {
  const engine: Engine = {
    ...{ namespace: network.namespace, network, accounts: [], status: () => ({ state: 'idle' }) },
    ...{ start: unused, request: unused, toAddress: (text) => text, nativeBalance: unused },
    ...{ setNativeBalance: unused, deliver, reset: unused, stop: unused },
  }
  const [amount, total] = [
    { amount: '1', currency: 'ETH' },
    { amount: '150', currency: 'USD' },
  ]
  const quote = { id: 'quote', total, subtotal: total, purchase: amount, networkFee: total, providerFee: total }
  const token = { engine, address: undefined, name: 'Ether', symbol: 'ETH', decimals: 18 }
  const sessions = createCheckoutSessions(createClock())
  const url = sessions.create({
    ...{ id: 'purchase', provider: 'coinbase', address, origin: 'http://localhost' },
    quotedPurchase: { quote, token, amountBase: 10n ** 18n },
  })
  const checkout = sessions.open(url) ?? expect.fail('The checkout did not open.')
  const request = { id: 'purchase', address, caipNetworkId: network.caipNetworkId }
  return {
    pay: () => sessions.pay(checkout),
    purchase: () => sessions.purchase('coinbase', request),
    state: async () => (await sessions.find(checkout))?.state,
  }
}

it('a purchase is pending until its delivery is in a block, however long that takes, and then confirmed with the hash', async () => {
  let status: 'pending' | 'confirmed' = 'pending'
  const { pay, purchase, state } = openCheckout(async () => ({ hash: '0xabc', status: async () => status }))
  const paid = pay()
  expect(await purchase()).toMatchObject({ status: 'pending', amount: '1' })
  await paid
  expect([await state(), await purchase()]).toEqual(['paid', expect.objectContaining({ status: 'pending' })])
  expect(await purchase()).not.toHaveProperty('hash')
  status = 'confirmed'
  expect(await purchase()).toMatchObject({ status: 'confirmed', hash: '0xabc' })
  expect(await state()).toBe('delivered')
})

it.each([
  ['could not be sent', () => Promise.reject(new Error('no node'))],
  ['failed on the chain', async () => ({ hash: '0xabc', status: async () => 'failed' as const })],
])('a purchase fails, and does not stay pending, if its delivery %s', async (_, deliver) => {
  const { pay, purchase, state } = openCheckout(deliver)
  await pay().catch((error: unknown) => expect(error).toMatchObject({ message: 'no node' }))
  expect(await purchase()).toMatchObject({ status: 'failed' })
  expect(await state()).toBe('undelivered') // the checkout must not say that the card was declined
})
