// @vitest-environment happy-dom
import { accountActions, definePlugin } from '@wallet-modal/kernel'
import { createFakeApi, createFakeNamespace, renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { expect, it, vi } from 'vitest'
import { SmartSessionList } from './contract.js'
import { smartSessions } from './index.js'

const sessionOf = (name: string, expiry: number) => ({
  ...{ pci: String(expiry), project: { name }, expiry },
  permissions: [{ type: 'native-token-transfer', data: { allowance: `0x${(10n ** 18n).toString(16)}` } }],
})

it('a session without an end is listed first, says so, and can be revoked', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  localStorage.clear()
  const evm = createFakeNamespace('eip155')
  const pcis = [
    sessionOf('Ended', 1),
    sessionOf('Next century', 4_102_444_800),
    sessionOf('After the last date', 8_640_000_000_001),
    sessionOf('Highest uint48', 2 ** 48 - 1),
  ]
  using api = createFakeApi({ 'blockchain:/v1/sessions/eip155%3A1%3Afake-1': { pcis } })
  using page = await renderModal([evm.plugin(), api.plugin, smartSessions()], {
    networks: evm.networks,
    view: SmartSessionList,
  })
  await page.modal.connections.connect(evm.wallet.connector)
  await waitUntil(() => expect(page.text()).toMatch(/Next century/))
  const noEnd = 'Maysend up to 1 COINUntilyou revoke itRevoke'
  expect(page.text()).toMatch(
    new RegExp(`After the last date${noEnd}Highest uint48${noEnd}Next century.*2100.*Revoke.*Ended.*1970.*Expired`),
  )
})

it.each([true, false])('the account action is offered if the site has the service: %s', async (hasService) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  localStorage.clear()
  const evm = createFakeNamespace('eip155')
  let actions: () => readonly unknown[] = () => []
  const reader = definePlugin<object, void>({
    ...{ name: 'reader', kernel: '^0.1' },
    setup(ctx) {
      actions = () => ctx.all(accountActions).peek()
    },
  })
  using api = createFakeApi(hasService ? { 'blockchain:/v1/sessions/eip155%3A1%3Afake-1': { pcis: [] } } : {})
  using page = await renderModal([evm.plugin(), ...(hasService ? [api.plugin] : []), smartSessions(), reader({})], {
    networks: evm.networks,
    view: SmartSessionList,
  })
  await page.modal.connections.connect(evm.wallet.connector)
  if (hasService) await waitUntil(() => expect(actions()).toMatchObject([{ id: 'smartSessions' }]))
  else {
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(actions()).toEqual([])
  }
})
