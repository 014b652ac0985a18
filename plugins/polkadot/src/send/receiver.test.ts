import { expect, it } from 'vitest'
import { inspectReceiver } from './receiver.js'

const network = { caipNetworkId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182' }
const draft = { network, token: {}, connection: {} } as unknown as Parameters<typeof inspectReceiver>[2]
const inspect = (text: string) =>
  inspectReceiver({ apis: () => Promise.reject(new Error('no node is needed')), options: {} }, text, draft)

it.each([
  ['1BoatSLRHtKNngkdXEeobR76b53LETtpyT', 'Bitcoin'],
  ['5koCFomFmWcNhybDquJKmiU8suXh9kjAsnU1gYufXHoM', 'Solana'],
])('D14: %s is refused as an address on %s', async (address, text) => {
  expect((await inspect(address)).issues).toEqual([{ code: 'wrongNetwork', severity: 'refuse', text }])
})

it('D14: an address whose format several chains have is refused without the name of a chain', async () => {
  const dogecoin = 'DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD'
  expect((await inspect(dogecoin)).issues).toMatchObject([{ code: 'invalidAddress', severity: 'refuse' }])
})
