// @vitest-environment happy-dom
import type { Network } from '@wallet-modal/kernel'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { chain, coin, createBalancesStage, entry } from './balances.test.fixtures.js'

const stage = createBalancesStage()
const { start, output, now, refresh } = stage
const other = 'eip155:2'

const networkOf = (caipNetworkId: string): Network => {
  const found = stage.modal.networks.peek().find((one) => one.caipNetworkId === caipNetworkId)
  return found ?? expect.fail(`no network ${caipNetworkId}`)
}
const refreshThere = (force = false): Promise<void> => output().refresh({ force, network: networkOf(other) })
const amounts = (): unknown => now().otherNetworks?.[other]?.map(({ symbol, amount }) => [symbol, amount])
const askedThere = () => stage.asked.filter(({ searchParams }) => searchParams.get('chainId') === other)

describe('balances on another network', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
    stage.supported = { http: [chain, other], ws: [] }
    stage.answer = ({ url }) =>
      url.searchParams.get('chainId') === other
        ? { balances: [{ ...entry({ chainId: other, address: `${other}:fake-usdc` }) }, { ...coin, chainId: other }] }
        : { balances: [coin] }
  })
  const later = (ms: number): void => void vi.setSystemTime(Date.now() + ms)

  it('come from the same service, beside those of the active network, which stay as they are', async () => {
    await start()
    await refresh()
    const before = now()
    await refreshThere()
    expect(amounts()).toEqual([
      [expect.any(String), 1_500_000_000_000_000_000n],
      ['USDC', 12_500_000n],
    ])
    expect({ ...now(), otherNetworks: undefined }).toEqual({ ...before, otherNetworks: undefined })
  })

  it('are read again after 30 s, and at once where a visitor insists', async () => {
    await start()
    await Promise.all([refreshThere(), refreshThere()])
    expect(askedThere()).toHaveLength(1)
    later(29_999)
    await refreshThere()
    expect(askedThere()).toHaveLength(1)
    later(1)
    await refreshThere()
    expect(askedThere()).toHaveLength(2)
    await refreshThere(true)
    expect(askedThere()).toHaveLength(3)
  })

  it('are unknown after a failure, which is no failure of the active network', async () => {
    stage.answer = ({ url }) =>
      url.searchParams.get('chainId') === other ? new Response('', { status: 404 }) : { balances: [coin] }
    await start()
    await refresh()
    await refreshThere()
    expect(now()).toMatchObject({ status: 'ready' })
    expect(now().otherNetworks).toBeUndefined()
    later(29_999)
    await refreshThere()
    expect(askedThere()).toHaveLength(1)
  })

  it('are gone with the account', async () => {
    await start()
    await refreshThere()
    expect(amounts()).toHaveLength(2)
    await stage.modal.connections.disconnect()
    expect(now().otherNetworks).toBeUndefined()
  })
})
