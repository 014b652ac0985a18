import kusama from '@polkadot/types-support/metadata/v15/kusama-hex'
import version from '@polkadot/types-support/metadata/v15/kusama-ver'
import { signal } from '@wallet-modal/kernel'
import { createFakeContext } from '@wallet-modal/kernel/testing'
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
/** Number of the block that includes the payment. */
const AT = 1_001
const PAYMENT = '0x280402000ba0b1c2d38f01' // `timestamp.set`; any extrinsic works
const blockHashOf = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`
const headerOf = (number: number) => ({
  ...{ parentHash: blockHashOf(number - 1), number: `0x${number.toString(16)}`, digest: { logs: [] } },
  ...{ stateRoot: `0x${'23'.repeat(32)}`, extrinsicsRoot: `0x${'24'.repeat(32)}` },
})

interface ChainState {
  /** Number of the latest finalized block. */
  readonly height?: number
  /** Number of the latest block of the node that answers `chain_getBlock`. Another node answers the other requests. */
  readonly nodeHeight?: number
  /** Next nonce of the account. */
  readonly nonce?: number
  /** Called for each request of block {@link AT}: whether it includes the payment. If not, the node returns a block of an abandoned fork. */
  readonly includesPayment?: () => boolean
  /** `System.Events` of the block, in hex. */
  readonly events?: string | null
}

/** A payment that was sent at block 1,000. `readOnce` reads its status from two nodes behind one URL. */
async function statusBy(
  { height = 1_100, nodeHeight = 1_100, events = null, nonce = 3, includesPayment = () => true }: ChainState,
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
      if (number > nodeHeight) return null
      return {
        block: { header: headerOf(number), extrinsics: number === AT && includesPayment() ? [PAYMENT] : [] },
        justifications: null,
      }
    },
    state_getStorage: events,
    system_accountNextIndex: nonce,
  })
  const hash = hashOf(PAYMENT)
  const inclusionWindow: InclusionWindow = {
    address: 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F',
    nonce: 3n,
    searched: BORN,
    until: 1_064,
  }
  const chains: ChainContext = {
    ...{ ctx: createFakeContext({ networks: signal([network]) }), options: {} },
    apis: async () => ({ of: async () => api, withCurrentRuntime: async () => api }),
  }
  const inclusionWindows = new Map(isReloaded ? [] : [[hash, inclusionWindow]])
  const { address } = inclusionWindow
  const sent = { hash, caipNetworkId: network.caipNetworkId, address, trace: '3 1064', sentAt: 0 }
  return { readOnce: () => readStatus(chains, sent, inclusionWindows, new AbortController().signal), inclusionWindow }
}

/** `System.Events` with these events of the payment, which is the first extrinsic of its block. */
const eventsOf = (...events: readonly string[]): string =>
  `0x${(events.length * 4).toString(16).padStart(2, '0')}${events.map((one) => `00${'00000000'}${one}00`).join('')}`
const WEIGHT_CLASS_PAYS = '00000000'
const [SUCCESS, FAILED] = [`0000${WEIGHT_CLASS_PAYS}`, `000100${WEIGHT_CLASS_PAYS}`]
/** Events of Kusama's pallets `Utility` and `Proxy`. The error is `DispatchError::CannotLookup`. */
const [ITEM_COMPLETED, COMPLETED, INTERRUPTED] = ['1803', '1801', '18000100000001']
const [PROXY_OK, PROXY_FAILED] = ['1e0000', '1e000101']

describe('the status of a payment in a block', () => {
  it.each([
    ['confirmed', SUCCESS],
    ['failed', FAILED],
  ])('is %s according to the events of the block', async (status, result) => {
    const { readOnce } = await statusBy({ events: eventsOf(result) })
    expect(await readOnce()).toBe(status)
  })

  it.each([
    ['failed', 'its only call, a proxy call, failed', [PROXY_FAILED]],
    ['partlyFailed', 'its batch stopped at the second call', [ITEM_COMPLETED, INTERRUPTED]],
    ['confirmed', 'a proxied batch was executed', [ITEM_COMPLETED, COMPLETED, PROXY_OK]],
  ] as const)('of an extrinsic that itself succeeded is %s if %s', async (status, _, events) => {
    const { readOnce } = await statusBy({ events: eventsOf(...events, SUCCESS) })
    expect(await readOnce()).toBe(status)
  })

  it('is not read from the events of another extrinsic of the block', async () => {
    const ofOther = `0001000000${PROXY_FAILED}00`
    const { readOnce } = await statusBy({ events: `${eventsOf(SUCCESS)}${ofOther}`.replace('0x04', '0x08') })
    expect(await readOnce()).toBe('confirmed')
  })

  it('is unknown if the node does not have the block yet', async () => {
    const { readOnce, inclusionWindow } = await statusBy({ nodeHeight: 1_000 })
    expect([await readOnce(), inclusionWindow.searched]).toEqual(['unknown', BORN])
  })

  it('stays pending if one node returned a block of an abandoned fork, and is confirmed later', async () => {
    const answers = [false, true]
    const includesPayment = (): boolean => answers.shift() ?? true
    const { readOnce } = await statusBy({ events: eventsOf(SUCCESS), nonce: 4, includesPayment })
    expect([await readOnce(), await readOnce()]).toEqual(['pending', 'confirmed'])
  })

  it('is unknown if the node returns no events', async () => {
    const { readOnce } = await statusBy({})
    expect(await readOnce()).toBe('unknown')
  })
})

describe('the status of a payment after a reload of the page', () => {
  it('is read from old blocks, and is failed or replaced if no block can still include the payment', async () => {
    const long = { height: 1_500, nodeHeight: 1_500 }
    expect(await (await statusBy({ ...long, events: eventsOf(SUCCESS) }, true)).readOnce()).toBe('confirmed')
    const includesPayment = (): boolean => false
    expect(await (await statusBy({ ...long, includesPayment }, true)).readOnce()).toBe('failed')
    const { readOnce } = await statusBy({ ...long, includesPayment, nonce: 4 }, true)
    expect([await readOnce(), await readOnce()]).toEqual(['pending', 'replaced'])
  })
})

describe('the status of a payment in no block', () => {
  it('is failed if its nonce stays unused until the payment expires, and replaced if the nonce was used', async () => {
    const includesPayment = (): boolean => false
    expect(await (await statusBy({ includesPayment })).readOnce()).toBe('failed')
    expect(await (await statusBy({ includesPayment, height: 1_064 })).readOnce()).toBe('pending')
    const { readOnce } = await statusBy({ includesPayment, nonce: 4 })
    expect([await readOnce(), await readOnce()]).toEqual(['pending', 'replaced'])
  })
})
