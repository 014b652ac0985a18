import { coinAssetId } from '@wallet-modal/kernel/assets'
import { createFakeConnection, createFakeNetwork } from '@wallet-modal/kernel/testing'
import { expect, it } from 'vitest'
import { encodeSs58 } from '../ss58.js'
import { inspectReceiver } from './receiver.js'

const network = createFakeNetwork('polkadot:91b171bb158e2d3848fa23a9f1c25182', { name: 'Polkadot' })
const { caipNetworkId } = network
const token = { assetId: coinAssetId(network), caipNetworkId, name: 'Polkadot', symbol: 'DOT', decimals: 10 }
const draft = { network, token, connection: createFakeConnection({ network }) }
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

it('an address with the generic prefix is refused without the claim that it is lost on another chain', async () => {
  const { address, issues } = await inspect(encodeSs58(42, new Uint8Array(32).fill(1)))
  expect(address).toBeUndefined()
  expect(issues).toEqual([
    {
      code: 'genericAddress',
      severity: 'refuse',
      text: 'This address is encoded for no chain in particular. Ask the receiver for the address in the format of Polkadot.',
    },
  ])
})

it('an address of a chain without a known name is refused with the prefix of the chain', async () => {
  const { issues } = await inspect(encodeSs58(7, new Uint8Array(32).fill(1)))
  expect(issues).toEqual([{ code: 'wrongNetwork', severity: 'refuse', text: 'another chain (SS58 prefix 7)' }])
})
