// @vitest-environment happy-dom
import { createWalletModal } from '@wallet-modal/kernel'
import { type RenderedModal, renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import { chain, coin, createBalancesStage, entry, erc20 } from './balances.test.fixtures.js'
import { Nfts, Tokens } from './contract.js'
import { balances } from './index.js'

const stage = createBalancesStage()

describe('in the modal', () => {
  let page: RenderedModal
  const show = async (view = Tokens): Promise<void> => {
    page = await renderModal([stage.fake.plugin(), erc20(), stage.api.plugin, balances()], {
      networks: stage.fake.networks,
      view,
    })
    stage.modal = page.modal
    await stage.modal.connections.connect(stage.fake.wallet.connector)
  }
  const reads = (text: string | RegExp): Promise<void> => waitUntil(() => expect(page.text()).toMatch(text))

  it('the Tokens view lists the tokens of the account with their values and the total', async () => {
    await show()
    await reads(/Total\$3,012\.50.*Coin1\.5 COIN.*\$3,000\.00.*USD Coin12\.5 USDC.*\$12\.50/)
    expect(page.text()).not.toMatch(/Search|hidden|Last known/)
  })

  it.each([
    ['Tokens', Tokens],
    ['NFTs', Nfts],
  ])('the %s view says that the site does not support the network of the wallet', async (_, view) => {
    await show(view)
    stage.fake.wallet.changeNetwork('eip155:77')
    await reads('This site does not support the network your wallet is on.')
    expect(page.text()).not.toMatch(/No tokens yet/)
  })

  it('a long symbol is cut between characters', async () => {
    stage.answer = () => ({ balances: [coin, entry({ symbol: 'ABCDEFGHIJ😀KL' })] })
    await show()
    await reads('ABCDEFGHIJ😀…')
  })

  it('D9: a look-alike token is collapsed and has no value', async () => {
    stage.answer = () => ({
      balances: [coin, entry(), entry({ symbol: '𝐔𝐒𝐃𝐂', address: `${chain}:fake-f`, price: 1000 })],
    })
    await show()
    await reads(/Total\$3,012\.50.*Show hidden \(1\)/)
    expect(page.text()).not.toContain('Look-alike')
    page.click('Show hidden (1)')
    await reads(/Hidden tokens.*Look-alike/)
    expect(page.text()).not.toContain('$12,500')
  })

  it('a long token list can be searched by name, symbol and address', async () => {
    stage.answer = () => ({
      balances: [
        coin,
        ...Array.from({ length: 40 }, (_, at) =>
          entry({ name: `Token ${at}`, symbol: `T${at}`, address: `${chain}:fake-x${at}` }),
        ),
      ],
    })
    await show()
    await reads(/41 tokens.*Token 0/)
    const input = page.dialog().querySelector('input') ?? expect.fail('no field')
    const type = (text: string): void => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
    for (const term of ['t33', 'token 33', 'FAKE-X33']) {
      type(term)
      await waitUntil(() => expect(page.dialog().querySelectorAll('.wm-item').length).toBe(1))
      await reads(/1 token.*Token 33/)
    }
    type('zzz')
    await reads('No token found')
  })

  it("a failure shows 'Token Balance Unavailable' once, and 'Try again' reads the balances", async () => {
    stage.answer = () => new Response('', { status: 404 })
    await show()
    await reads(/Token Balance UnavailableThe list of tokens cannot be loaded/)
    const toasts = (): number => page.text().split('Token Balance Unavailable').length - 1
    stage.answer = () => ({ balances: [coin] })
    page.click('Try again')
    await reads(/1\.5 COIN/)
    expect(toasts()).toBeLessThan(2)
  })

  it('balances are polled only while the Tokens view is open and the page is visible', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    const soon = async (until: () => void): Promise<void> => {
      for (let at = 0; ; at++)
        try {
          return until()
        } catch (error) {
          if (at > 2000) throw error
          await vi.advanceTimersByTimeAsync(1)
        }
    }
    stage.modal = createWalletModal({
      plugins: [stage.fake.plugin(), erc20(), stage.api.plugin, balances()],
      networks: stage.fake.networks,
      prefetch: 'never',
      logLevel: 'silent',
    })
    await stage.modal.connections.connect(stage.fake.wallet.connector)
    void stage.modal.open({ view: Tokens })
    await soon(() => expect(stage.balanceRequests.length).toBe(1))
    await vi.advanceTimersByTimeAsync(31_000)
    await soon(() => expect(stage.balanceRequests.length).toBe(2))
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(300_000)
    expect(stage.balanceRequests.length).toBe(2)
    visibility.mockRestore()
    document.dispatchEvent(new Event('visibilitychange'))
    await soon(() => expect(stage.balanceRequests.length).toBe(3))
    stage.modal.close()
    await vi.advanceTimersByTimeAsync(300_000)
    expect(stage.balanceRequests.length).toBe(3)
  })
})
