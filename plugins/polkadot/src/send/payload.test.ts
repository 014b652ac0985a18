import type { ApiPromise } from '@polkadot/api'
import hubOfKusama from '@polkadot/types-support/metadata/v15/asset-hub-kusama-hex'
import hubOfKusamaVersion from '@polkadot/types-support/metadata/v15/asset-hub-kusama-ver'
import hubOfPolkadot from '@polkadot/types-support/metadata/v15/asset-hub-polkadot-hex'
import hubOfPolkadotVersion from '@polkadot/types-support/metadata/v15/asset-hub-polkadot-ver'
import kusama from '@polkadot/types-support/metadata/v15/kusama-hex'
import kusamaVersion from '@polkadot/types-support/metadata/v15/kusama-ver'
import polkadot from '@polkadot/types-support/metadata/v15/polkadot-hex'
import polkadotVersion from '@polkadot/types-support/metadata/v15/polkadot-ver'
import { compactToU8a } from '@polkadot/util'
import type { Network } from '@wallet-modal/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import known from '../../networks.json' with { type: 'json' }
import { apiOn } from '../chain.test.steps.js'
import { addressForms } from '../chains.js'
import { encodeSs58 } from '../ss58.js'
import { compactBytes } from './codec.js'
import { lieOfBalances } from './lie.test.steps.js'
import { readReview, type Transfer, writePayload } from './payload.js'

const named = (name: string): Network => {
  const found = known.find((one) => one.name === name)
  if (!found) throw new Error(`no ${name}`)
  return found
}
const block = { hash: `0x${'22'.repeat(32)}`, number: 1000 }
const prefixOf = ({ reference }: Network): number => Number(addressForms[reference] ?? 42)
const stranger = (network: Network): Network => {
  const reference = '5a'.repeat(16)
  return { ...network, reference, caipNetworkId: `polkadot:${reference}`, name: 'Local' }
}

const on = (network: Network, metadata: string, version: object): Promise<ApiPromise> =>
  apiOn(metadata, version, { chain_getBlockHash: `0x${network.reference}${'00'.repeat(16)}` })

function review(api: ApiPromise, network: Network, transfer: Omit<Transfer, 'to'>) {
  const prefix = prefixOf(network)
  const [from, to] = [7, 8].map((byte) => encodeSs58(prefix, new Uint8Array(32).fill(byte)))
  if (from === undefined || to === undefined) throw new Error('no accounts')
  const payload = writePayload(api, { ...transfer, to }, { given: from, nonce: 3n, block })
  const read = readReview(api, payload, { network, prefix, fee: 1n, extras: [] })
  expect(read).toMatchObject({ from, to, amount: transfer.amount })
  return read
}

describe.each([
  ['Polkadot', polkadot, polkadotVersion],
  ['Kusama', kusama, kusamaVersion],
  ['Polkadot Asset Hub', hubOfPolkadot, hubOfPolkadotVersion],
  ['Kusama Asset Hub', hubOfKusama, hubOfKusamaVersion],
] as const)('what is to be signed, by the metadata of %s', (name, metadata, version) => {
  const network = named(name)

  it('is read back, as it is on a chain that nobody knows', async () => {
    for (const chain of [network, stranger(network)]) {
      const api = await on(chain, metadata, version)
      for (const amount of [1n, 63n, 64n, 2n ** 14n, 2n ** 30n, 2n ** 64n, 2n ** 128n - 1n]) {
        expect(review(api, chain, { amount }).call).toBe('Balances.transfer_keep_alive')
        if (!name.endsWith('Hub')) continue
        for (const number of ['0', '1984', '4294967295']) {
          const ofAsset = (isAll: boolean) => review(api, chain, { amount, asset: { number, isAll } })
          expect(ofAsset(true).call).toBe('Assets.transfer')
          expect(ofAsset(false).call).toBe('Assets.transfer_keep_alive')
          expect(ofAsset(false).assetId).toBe(`${chain.caipNetworkId}/asset:${number}`)
        }
      }
    }
  })
})

describe('a node that tells other metadata than its chain has', () => {
  const network = named('Kusama')
  const refusal = /not written as a transfer on (Kusama|Local) is.*Nothing was sent/

  it('cannot have another call signed on a chain that is well known', async () => {
    const swapped = { transfer_keep_alive: 4, transfer_all: 3 } as Readonly<Record<string, number>>
    const lie = lieOfBalances(kusama, (one) => ({ ...one, index: swapped[one.name] ?? one.index }))
    const api = await on(network, lie, kusamaVersion)
    expect(() => review(api, network, { amount: 1n })).toThrow(refusal)
  })

  it.each([network, stranger(network)])('cannot have the amount written otherwise: $name', async (chain) => {
    const lie = lieOfBalances(kusama, (one, typeId) => {
      if (one.name !== 'transfer_keep_alive') return one
      const [dest, value] = one.fields
      return dest && value
        ? { ...one, fields: [dest, { ...value, type: typeId(/"primitive":"U32"/), typeName: 'u32' }] }
        : one
    })
    const api = await on(chain, lie, kusamaVersion)
    expect(() => review(api, chain, { amount: 1n })).toThrow(refusal)
  })
})

describe('a compact number', () => {
  it('is written as @polkadot/util writes it', () => {
    const edges = [6n, 14n, 30n, 32n, 64n, 128n].flatMap((bits) => [2n ** bits - 1n, 2n ** bits])
    for (const edge of edges) expect(compactBytes(edge)).toEqual(compactToU8a(edge))
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), (value) => {
        expect(compactBytes(value)).toEqual(compactToU8a(value))
      }),
    )
  })
})
