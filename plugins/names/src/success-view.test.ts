// @vitest-environment happy-dom
import { createFakeApi, createFakeNamespace, renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { expect, it, vi } from 'vitest'
import { RegisterAccountNameSuccess } from './contract.js'
import { names } from './index.js'

it('the confirmation without a registration asks a connected visitor to choose a name, not to connect', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  localStorage.clear()
  const fake = createFakeNamespace('eip155')
  const api = createFakeApi({ 'blockchain:/v1/profile/reverse/fake-1': [] })
  const plugins = [fake.plugin(), api.plugin, names()]
  const page = await renderModal(plugins, { networks: fake.networks, view: RegisterAccountNameSuccess })
  await waitUntil(() => expect(page.text()).toContain('No wallet connected'))
  await page.modal.connections.connect(fake.wallet.connector)
  await waitUntil(() => expect(page.text()).toContain('Choose your account name'))
  expect(page.text()).not.toContain('No wallet connected')
  page.click('Choose name')
  await waitUntil(() => expect(page.text()).toMatch(/Account Name.*Choose name/))
  page.dispose()
  api.dispose()
})
