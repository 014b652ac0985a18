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
import { coinAssetId } from '@wallet-modal/kernel/assets'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import known from '../../networks.json' with { type: 'json' }
import { disconnectAfterTests, sharedApiOn } from '../chain.test.fixtures.js'
import { addressForms } from '../chains.js'
import type { PolkadotCall } from '../contract.js'
import { encodeSs58 } from '../ss58.js'
import { encodeCalls, hasBatch } from './calls.js'
import { compactBytes } from './codec.js'
import { falseMetadata } from './false-metadata.test.fixtures.js'
import { writePayload } from './payload.js'
import { readPayload } from './read-payload.js'

disconnectAfterTests()

const networkNamed = (name: string): Network => {
  const found = known.find((one) => one.name === name)
  if (!found) throw new Error(`no ${name}`)
  return found
}
const block = { hash: `0x${'22'.repeat(32)}`, number: 1000 }
const prefixOf = ({ reference }: Network): number => Number(addressForms[reference] ?? 42)
const unknownChain = (network: Network): Network => {
  const reference = '5a'.repeat(16)
  return { ...network, reference, caipNetworkId: `polkadot:${reference}`, name: 'Local' }
}

const on = (network: Network, metadata: string, version: object): Promise<ApiPromise> =>
  sharedApiOn(metadata, version, { chain_getBlockHash: `0x${network.reference}${'00'.repeat(16)}` })

/** Returns the arguments of a call with this receiver. */
type Args = (to: string) => readonly unknown[]

/** Writes calls as a payload, and reads it back. */
function readBack(api: ApiPromise, network: Network, calls: (to: string) => readonly PolkadotCall[]) {
  const prefix = prefixOf(network)
  const [from, to] = [7, 8].map((byte) => encodeSs58(prefix, new Uint8Array(32).fill(byte)))
  if (from === undefined || to === undefined) throw new Error('no accounts')
  const payload = writePayload(api, encodeCalls(api, calls(to)), { walletAddress: from, nonce: 3n, block })
  return { ...readPayload(api, payload, { network, prefix }), to }
}

function transfer(api: ApiPromise, network: Network, name: string, { args, amount }: { args: Args; amount: bigint }) {
  const [pallet = '', method = ''] = name.split('.')
  const { from, contents, call, to } = readBack(api, network, (receiver) => [{ pallet, method, args: args(receiver) }])
  expect(contents).toMatchObject([{ type: 'transfer', from, to, amount }])
  expect(call).toBe(name)
  return contents[0]
}
const coins = (api: ApiPromise, network: Network, amount: bigint, name = 'Balances.transfer_keep_alive') =>
  transfer(api, network, name, { amount, args: (to) => [to, amount] })

describe.each([
  ['Polkadot', polkadot, polkadotVersion],
  ['Kusama', kusama, kusamaVersion],
  ['Polkadot Asset Hub', hubOfPolkadot, hubOfPolkadotVersion],
  ['Kusama Asset Hub', hubOfKusama, hubOfKusamaVersion],
] as const)('a signer payload with the metadata of %s', (name, metadata, version) => {
  const network = networkNamed(name)

  it('is read back as the same transfer, also on an unknown chain', async () => {
    for (const chain of [network, unknownChain(network)]) {
      const api = await on(chain, metadata, version)
      for (const amount of [1n, 63n, 64n, 2n ** 14n, 2n ** 30n, 2n ** 64n, 2n ** 128n - 1n]) {
        const assetId = coinAssetId(chain)
        expect(coins(api, chain, amount)).toMatchObject({ assetId })
        expect(coins(api, chain, amount, 'Balances.transfer_allow_death')).toMatchObject({ assetId })
        if (!name.endsWith('Hub')) continue
        for (const number of ['0', '1984', '4294967295'])
          for (const call of ['Assets.transfer', 'Assets.transfer_keep_alive'])
            expect(transfer(api, chain, call, { amount, args: (to) => [number, to, amount] })).toMatchObject({
              assetId: `${chain.caipNetworkId}/asset:${number}`,
            })
      }
    }
  })

  it('lists each call of an atomic batch; calls that are not transfers are undecoded with their names', async () => {
    for (const chain of [network, unknownChain(network)]) {
      const api = await on(chain, metadata, version)
      const remark: PolkadotCall = { pallet: 'System', method: 'remark', args: ['0x68656c6c6f'] }
      const pay = (to: string): PolkadotCall => ({ pallet: 'Balances', method: 'transfer_keep_alive', args: [to, 5n] })
      const { contents, call, to } = readBack(api, chain, (receiver) => [pay(receiver), remark])
      const encoded = encodeCalls(api, [remark])
      const unknown = { type: 'undecoded', target: 'System', name: 'System.remark', call: { ...remark, encoded } }
      expect(contents).toEqual([expect.objectContaining({ type: 'transfer', to, amount: 5n }), unknown])
      expect(call).toBe('Utility.batch_all: Balances.transfer_keep_alive, System.remark')
      const nested: PolkadotCall = { pallet: 'Utility', method: 'batch_all', args: [[encoded, encoded]] }
      expect(readBack(api, chain, () => [nested, encoded]).contents).toEqual([unknown, unknown, unknown])
      const all: PolkadotCall = { pallet: 'Balances', method: 'transfer_all', args: [to, false] }
      expect(readBack(api, chain, () => [all]).contents).toMatchObject([
        { type: 'undecoded', name: 'Balances.transfer_all' },
      ])
    }
  })
})

describe.each([
  ['Polkadot', polkadot, polkadotVersion],
  ['Kusama', kusama, kusamaVersion],
  ['Polkadot Asset Hub', hubOfPolkadot, hubOfPolkadotVersion],
  ['Kusama Asset Hub', hubOfKusama, hubOfKusamaVersion],
] as const)('calls that contain other calls, with the metadata of %s', (name, metadata, version) => {
  const network = networkNamed(name)
  const remark: PolkadotCall = { pallet: 'System', method: 'remark', args: ['0x68656c6c6f'] }
  const pay = (to: string): PolkadotCall => ({ pallet: 'Balances', method: 'transfer_allow_death', args: [to, 5n] })
  const groupOf = (api: ApiPromise, method: string, calls: readonly PolkadotCall[]): PolkadotCall => ({
    ...{ pallet: 'Utility', method },
    args: [calls.map((one) => encodeCalls(api, [one]))],
  })

  it.each([
    ['batch', 'stop'],
    ['force_batch', 'continue'],
  ])('%s is listed with its calls', async (method, onFailure) => {
    for (const chain of [network, unknownChain(network)]) {
      const api = await on(chain, metadata, version)
      const { contents, call, reapableAccounts, from, to } = readBack(api, chain, (receiver) => [
        groupOf(api, method, [pay(receiver), remark]),
      ])
      const calls = ['Balances.transfer_allow_death', 'System.remark']
      expect(contents).toEqual([
        { type: 'callGroup', call: `Utility.${method}`, calls, onFailure },
        { type: 'transfer', assetId: coinAssetId(chain), amount: 5n, from, to },
        expect.objectContaining({ type: 'undecoded', name: 'System.remark' }),
      ])
      expect([call, reapableAccounts]).toEqual([`Utility.${method}: ${calls.join(', ')}`, [from]])
    }
  })

  it.each([null, 'Any'])(
    'proxy is listed with its account, whose coins its call transfers: proxy type %s',
    async (type) => {
      for (const chain of [network, unknownChain(network)]) {
        const api = await on(chain, metadata, version)
        const account = encodeSs58(prefixOf(chain), new Uint8Array(32).fill(9))
        const inner = (to: string) => encodeCalls(api, [groupOf(api, 'force_batch', [pay(to), remark])])
        const { contents, call, reapableAccounts, to } = readBack(api, chain, (receiver) => [
          { pallet: 'Proxy', method: 'proxy', args: [account, type, inner(receiver)] },
        ])
        const calls = ['Balances.transfer_allow_death', 'System.remark']
        expect(contents).toEqual([
          { type: 'callGroup', call: 'Proxy.proxy', calls: ['Utility.force_batch'], account },
          { type: 'callGroup', call: 'Utility.force_batch', calls, onFailure: 'continue' },
          { type: 'transfer', assetId: coinAssetId(chain), amount: 5n, from: account, to },
          { type: 'unknown', target: 'System', call: 'System.remark' },
        ])
        expect([call, reapableAccounts]).toEqual([`Proxy.proxy: ${calls.join(', ')}`, [account]])
      }
    },
  )
})

describe('calls that contain other calls', () => {
  const network = networkNamed('Kusama')
  const remark: PolkadotCall = { pallet: 'System', method: 'remark', args: ['0x00'] }

  it('are unknown below the fourth level', async () => {
    const api = await on(network, kusama, kusamaVersion)
    const nested = (levels: number): PolkadotCall =>
      levels === 0 ? remark : { pallet: 'Utility', method: 'batch', args: [[encodeCalls(api, [nested(levels - 1)])]] }
    const namesIn = (levels: number) =>
      readBack(api, network, () => [nested(levels)]).contents.map((one) => ('name' in one ? one.name : one.type))
    expect(namesIn(4)).toEqual([...Array(4).fill('callGroup'), 'System.remark'])
    expect(namesIn(5)).toEqual([...Array(4).fill('callGroup'), 'Utility.batch'])
  })

  it('are unknown if the account of a proxy call is not given by its id', async () => {
    const api = await on(network, kusama, kusamaVersion)
    const args = [{ Address32: `0x${'09'.repeat(32)}` }, null, encodeCalls(api, [remark])]
    expect(readBack(api, network, () => [{ pallet: 'Proxy', method: 'proxy', args }]).contents).toMatchObject([
      { type: 'undecoded', name: 'Proxy.proxy' },
    ])
  })
})

describe('a node with false metadata', () => {
  const network = networkNamed('Kusama')
  const refusal = /not encoded as a transfer of (Kusama|Local): .*Nothing was sent/

  it('cannot make the wallet sign another call on a known chain', async () => {
    const swapped = { transfer_keep_alive: 4, transfer_all: 3 } as Readonly<Record<string, number>>
    const lie = falseMetadata(kusama, 'Balances', (one) => ({ ...one, index: swapped[one.name] ?? one.index }))
    const api = await on(network, lie, kusamaVersion)
    expect(() => coins(api, network, 1n)).toThrow(refusal)
  })

  it('cannot make the wallet sign a non-atomic batch', async () => {
    const swapped = { batch: 2, batch_all: 0 } as Readonly<Record<string, number>>
    const lie = falseMetadata(kusama, 'Utility', (one) => ({ ...one, index: swapped[one.name] ?? one.index }))
    const api = await on(network, lie, kusamaVersion)
    const remark: PolkadotCall = { pallet: 'System', method: 'remark', args: ['0x00'] }
    expect(() => readBack(api, network, () => [remark, remark])).toThrow(/not encoded as a batch of Kusama/)
  })

  it('cannot make the wallet sign another call than the proxy call that it shows', async () => {
    const swapped = { proxy: 1, add_proxy: 0 } as Readonly<Record<string, number>>
    const lie = falseMetadata(kusama, 'Proxy', (one) => ({ ...one, index: swapped[one.name] ?? one.index }))
    const api = await on(network, lie, kusamaVersion)
    const inner = encodeCalls(api, [{ pallet: 'System', method: 'remark', args: ['0x00'] }])
    const proxy = (account: string): PolkadotCall => ({
      pallet: 'Proxy',
      method: 'proxy',
      args: [account, null, inner],
    })
    expect(() => readBack(api, network, (to) => [proxy(to)])).toThrow(/not encoded as a proxy call of Kusama/)
  })

  it('cannot make the wallet sign a proxy call whose account is encoded as in old runtimes', async () => {
    const lie = falseMetadata(kusama, 'Proxy', (one, typeId) => {
      const [real, ...others] = one.fields
      return real && one.name === 'proxy'
        ? { ...one, fields: [{ ...real, type: typeId(/"sp_core","crypto","AccountId32"/) }, ...others] }
        : one
    })
    const inner = (api: ApiPromise): string =>
      encodeCalls(api, [{ pallet: 'System', method: 'remark', args: ['0x00'] }])
    const decode = async (chain: Network) => {
      const api = await on(chain, lie, kusamaVersion)
      return readBack(api, chain, (to) => [{ pallet: 'Proxy', method: 'proxy', args: [to, null, inner(api)] }]).contents
    }
    expect(await decode(network)).toMatchObject([{ type: 'undecoded', name: 'Proxy.proxy' }])
    expect(await decode(unknownChain(network))).toMatchObject([{ type: 'callGroup' }, { type: 'unknown' }])
  })

  it.each([network, unknownChain(network)])('cannot change the encoding of the amount: $name', async (chain) => {
    const lie = falseMetadata(kusama, 'Balances', (one, typeId) => {
      if (one.name !== 'transfer_keep_alive') return one
      const [dest, value] = one.fields
      return dest && value
        ? { ...one, fields: [dest, { ...value, type: typeId(/"primitive":"U32"/), typeName: 'u32' }] }
        : one
    })
    const api = await on(chain, lie, kusamaVersion)
    expect(() => coins(api, chain, 1n)).toThrow(refusal)
  })
})

describe('encodeCalls', () => {
  const network = networkNamed('Kusama')

  it.each<[string, PolkadotCall]>([
    ['an unknown pallet', { pallet: 'Nothing', method: 'remark', args: [] }],
    ['an unknown method', { pallet: 'System', method: 'nothing', args: [] }],
    ['names in camel case', { pallet: 'balances', method: 'transferKeepAlive', args: [] }],
    ['too few arguments', { pallet: 'System', method: 'remark', args: [] }],
    ['arguments of the wrong type', { pallet: 'Balances', method: 'transfer_keep_alive', args: ['nobody', 1n] }],
    ['bytes that are not a call', '0xffff'],
    ['bytes after a call', '0x00000400ff'],
    ['truncated bytes', '0x0000ff'],
    ['hex in capital letters', '0x0000044F'],
  ])('rejects %s with INVALID_ARGUMENT', async (_, call) => {
    const api = await on(network, kusama, kusamaVersion)
    expect(() => encodeCalls(api, [call])).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
  })

  it('rejects several calls on a chain without the Utility pallet', async () => {
    const api = await on(network, kusama.replaceAll('1c5574696c697479', '1c5574696c697458'), kusamaVersion) // renames "Utility"
    const remark: PolkadotCall = { pallet: 'System', method: 'remark', args: ['0x00'] }
    expect(hasBatch(api)).toBe(false)
    expect(() => encodeCalls(api, [remark, remark])).toThrow('cannot send several calls in one transaction')
    expect(encodeCalls(api, [remark])).toBe('0x00000400')
  })
})

it('readPayload rejects a payload with the genesis hash of another chain', async () => {
  const [network, other] = [networkNamed('Kusama'), networkNamed('Polkadot')]
  const api = await on(other, kusama, kusamaVersion)
  expect(() => coins(api, network, 1n)).toThrow('The transaction is not for Kusama. Nothing was sent.')
})

describe('compactBytes', () => {
  it('encodes like compactToU8a of @polkadot/util', () => {
    const edges = [6n, 14n, 30n, 32n, 64n, 128n].flatMap((bits) => [2n ** bits - 1n, 2n ** bits])
    for (const edge of edges) expect(compactBytes(edge)).toEqual(compactToU8a(edge))
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), (value) => {
        expect(compactBytes(value)).toEqual(compactToU8a(value))
      }),
    )
  })
})
