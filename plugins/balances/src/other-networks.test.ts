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
const refreshOther = (force = false): Promise<void> => output().refresh({ force, network: networkOf(other) })
const amounts = (): unknown => now().otherNetworks?.[other]?.map(({ symbol, amount }) => [symbol, amount])
const otherRequests = () => stage.balanceRequests.filter(({ searchParams }) => searchParams.get('chainId') === other)

describe('balances on another network', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
    stage.supported = { http: [chain, other], ws: [] }
    stage.answer = ({ url }) =>
      url.searchParams.get('chainId') === other
        ? { balances: [{ ...entry({ chainId: other, address: `${other}:fake-usdc` }) }, { ...coin, chainId: other }] }
        : { balances: [coin] }
  })
  const advance = (ms: number): void => void vi.setSystemTime(Date.now() + ms)

  it('come from the same service and leave the balances of the active network unchanged', async () => {
    await start()
    await refresh()
    const before = now()
    await refreshOther()
    expect(amounts()).toEqual([
      [expect.any(String), 1_500_000_000_000_000_000n],
      ['USDC', 12_500_000n],
    ])
    expect({ ...now(), otherNetworks: undefined }).toEqual({ ...before, otherNetworks: undefined })
  })

  it('are requested again after 30 s, or at once if forced', async () => {
    await start()
    await Promise.all([refreshOther(), refreshOther()])
    expect(otherRequests()).toHaveLength(1)
    advance(29_999)
    await refreshOther()
    expect(otherRequests()).toHaveLength(1)
    advance(1)
    await refreshOther()
    expect(otherRequests()).toHaveLength(2)
    await refreshOther(true)
    expect(otherRequests()).toHaveLength(3)
  })

  it('are undefined and not requested for 30 s after a failure; the active network stays ready', async () => {
    stage.answer = ({ url }) =>
      url.searchParams.get('chainId') === other ? new Response('', { status: 404 }) : { balances: [coin] }
    await start()
    await refresh()
    await refreshOther()
    expect(now()).toMatchObject({ status: 'ready' })
    expect(now().otherNetworks).toBeUndefined()
    advance(29_999)
    await refreshOther()
    expect(otherRequests()).toHaveLength(1)
  })

  it('are cleared when the wallet is disconnected', async () => {
    await start()
    await refreshOther()
    expect(amounts()).toHaveLength(2)
    await stage.modal.connections.disconnect()
    expect(now().otherNetworks).toBeUndefined()
  })
})
