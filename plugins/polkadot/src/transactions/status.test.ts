import kusama from '@polkadot/types-support/metadata/v15/kusama-hex'
import version from '@polkadot/types-support/metadata/v15/kusama-ver'
import { describe, expect, it } from 'vitest'
import known from '../../networks.json' with { type: 'json' }
import { apiOn, disconnectAfterTests } from '../chain.test.fixtures.js'
import type { ChainContext } from '../chain-context.js'
import type { InclusionWindow } from './inclusion-window.js'
import { hashOf } from './payload.js'
import { readStatus } from './status.js'

disconnectAfterTests()

const network = known.find(({ name }) => name === 'Kusama')
const HEAD = `0x${'22'.repeat(32)}`
const BORN = 1_000
/** The payment is in this block. */
const AT = 1_001
const PAYMENT = '0x280402000ba0b1c2d38f01' // `timestamp.set`, as any extrinsic will do
const blockHashOf = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`
const headerOf = (number: number) => ({
  ...{ parentHash: blockHashOf(number - 1), number: `0x${number.toString(16)}`, digest: { logs: [] } },
  ...{ stateRoot: `0x${'23'.repeat(32)}`, extrinsicsRoot: `0x${'24'.repeat(32)}` },
})

interface ChainState {
  /** The latest block that is final. */
  readonly height?: number
  /** The latest block that the node has which is asked for blocks. */
  readonly has?: number
  /** The number of the account's next transaction. */
  readonly nonce?: number
  /** Whether the block is told, the next time that it is asked for: else one that did not stay. */
  readonly isTold?: () => boolean
  /** What the chain wrote down in the block, in hex. */
  readonly events?: string | null
}

/** The status of a payment that was made at block 1,000, by nodes behind one address. */
async function statusBy(
  { height = 1_100, has = 1_100, events = null, nonce = 3, isTold = () => true }: ChainState,
  isReloaded = false,
) {
  if (!network) throw new Error('no Kusama')
  const api = await apiOn(kusama, version, {
    chain_getBlockHash: (number: number) =>
      number === 0 ? `0x${network.caipNetworkId.slice('polkadot:'.length)}${'00'.repeat(16)}` : blockHashOf(number),
    chain_getFinalizedHead: HEAD,
    chain_getHeader: (hash: string) => headerOf(hash === HEAD ? height : Number(BigInt(hash))),
    chain_getBlock: (hash: string) => {
      const number = Number(BigInt(hash))
      if (number > has) return null
      return {
        block: { header: headerOf(number), extrinsics: number === AT && isTold() ? [PAYMENT] : [] },
        justifications: null,
      }
    },
    state_getStorage: events,
    system_accountNextIndex: nonce,
  })
  const hash = hashOf(PAYMENT)
  const window: InclusionWindow = {
    address: 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F',
    nonce: 3n,
    searched: BORN,
    until: 1_064,
  }
  const chains = {
    ctx: { networks: { peek: () => [network] } },
    apis: async () => ({ of: async () => api }),
  } as unknown as ChainContext
  const windows = new Map(isReloaded ? [] : [[hash, window]])
  const { address } = window
  const sent = { hash, caipNetworkId: network.caipNetworkId, address, trace: '3 1064', sentAt: 0 }
  return { ask: () => readStatus(chains, sent, windows, new AbortController().signal), window }
}

/** `System.Events` with one for the payment, which is the first in its block. */
const eventsOf = (result: string): string => `0x04${'00'}${'00000000'}${result}${'00'}`
const WEIGHT_CLASS_PAYS = '00000000'
const [SUCCESS, FAILED] = [`0000${WEIGHT_CLASS_PAYS}`, `000100${WEIGHT_CLASS_PAYS}`]

describe('a payment in a block', () => {
  it.each([
    ['confirmed', SUCCESS],
    ['failed', FAILED],
  ])('is %s where the chain has written that down', async (status, result) => {
    const { ask } = await statusBy({ events: eventsOf(result) })
    expect(await ask()).toBe(status)
  })

  it('is not said to have failed where the node that was asked does not have the block yet', async () => {
    const { ask, window } = await statusBy({ has: 1_000 })
    expect([await ask(), window.searched]).toEqual(['unknown', BORN])
  })

  it('is not said to be replaced where one of the nodes told another block in the place of its', async () => {
    const told = [false, true]
    const isTold = (): boolean => told.shift() ?? true
    const { ask } = await statusBy({ events: eventsOf(SUCCESS), nonce: 4, isTold })
    expect([await ask(), await ask()]).toEqual(['pending', 'confirmed'])
  })

  it('is not said to have failed where the node does not tell what came of it', async () => {
    const { ask } = await statusBy({})
    expect(await ask()).toBe('unknown')
  })
})

describe('a payment of a page that was loaded anew', () => {
  it('is found however long ago it was, and given up where it is in no block that could hold it', async () => {
    const long = { height: 1_500, has: 1_500 }
    expect(await (await statusBy({ ...long, events: eventsOf(SUCCESS) }, true)).ask()).toBe('confirmed')
    const isTold = (): boolean => false
    expect(await (await statusBy({ ...long, isTold }, true)).ask()).toBe('failed')
    const { ask } = await statusBy({ ...long, isTold, nonce: 4 }, true)
    expect([await ask(), await ask()]).toEqual(['pending', 'replaced'])
  })
})

describe('a payment in no block', () => {
  it('has failed where its number was not used in time, and was replaced where it was', async () => {
    const isTold = (): boolean => false
    expect(await (await statusBy({ isTold })).ask()).toBe('failed')
    expect(await (await statusBy({ isTold, height: 1_064 })).ask()).toBe('pending')
    const { ask } = await statusBy({ isTold, nonce: 4 })
    expect([await ask(), await ask()]).toEqual(['pending', 'replaced'])
  })
})
