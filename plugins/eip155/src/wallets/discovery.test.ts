// @vitest-environment happy-dom
import { createWalletModal } from '@wallet-modal/kernel'
import { expect, it } from 'vitest'
import { eip155 } from '../index.js'

const provider = () => ({ request: async () => null })
let count = 0
function announce(rdns: string, from = provider(), uuid = `uuid-${++count}`): ReturnType<typeof provider> {
  const info = { uuid, name: rdns, icon: 'data:image/png;base64,AAAA', rdns }
  dispatchEvent(Object.assign(new Event('eip6963:announceProvider'), { detail: { info, provider: from } }))
  return from
}
async function start() {
  const modal = createWalletModal({ plugins: [eip155()], networks: [], prefetch: 'never', logLevel: 'silent' })
  const adapter = modal.connections.adapter('eip155')
  await adapter.discover()
  return { modal, listed: () => adapter.connectors.value.map(({ rdns, suspicious }) => [rdns, suspicious]), adapter }
}

it('G3: two wallets that announce the same provider are both listed and marked as suspicious', async () => {
  const { modal, listed } = await start()
  using _ = modal
  const borrowed = announce('com.copycat')
  announce('io.zephyr', borrowed)
  announce('io.cobalt')
  expect(listed()).toEqual([
    ['com.copycat', true],
    ['io.zephyr', true],
    ['io.cobalt', undefined],
  ])
})

it('a wallet that announces itself twice is listed once', async () => {
  const { modal, listed } = await start()
  using _ = modal
  const own = announce('io.zephyr')
  announce('io.zephyr', own)
  expect(listed()).toEqual([['io.zephyr', undefined]])
})

it('G3: wallets with the same rdns and uuid are all marked as suspicious, and each has its own connector id', async () => {
  const { modal, listed, adapter } = await start()
  using _ = modal
  for (let time = 0; time < 4; time++) announce('io.zephyr', provider(), 'same')
  expect(listed()).toEqual(Array.from({ length: 4 }, () => ['io.zephyr', true]))
  expect(new Set(adapter.connectors.value.map(({ id }) => id)).size).toBe(4)
  expect(adapter.connectors.value[0]?.id).toBe('io.zephyr')
})

it('G3: two wallets with the same rdns but different uuids and providers are marked as suspicious', async () => {
  const { modal, listed } = await start()
  using _ = modal
  announce('io.zephyr', provider(), 'one')
  announce('io.zephyr', provider(), 'other')
  announce('io.cobalt', provider(), 'third')
  expect(listed()).toEqual([
    ['io.zephyr', true],
    ['io.zephyr', true],
    ['io.cobalt', undefined],
  ])
})
