import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseEther } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { blocksOf } from '../docs/blocks.js'
import { repository } from '../setup/workspaces.mjs'
import { localNetworks } from './support/local-networks.js'
import { dialog, row } from './support/modal.js'
import { servePage } from './support/page.js'
import { asked, chainAt, fundedKey, openConnected } from './support/send-page.js'
import { createStage } from './support/stage.js'

/** Folder of the example. It is inside the repository, so that packages resolve as in a site. */
const folder = join(repository, '.cache', `docs-tip-${process.pid}`)
for (const { file, code } of blocksOf('docs/transactions.md')) {
  if (file === undefined) continue
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), code)
}
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const stage = createStage({
  serve: (sandboxUrl) =>
    servePage({
      services: [sandboxUrl],
      body: '<button id="open">Connect wallet</button>',
      script: `
        import { createWalletModal } from '@wallet-modal/kernel'
        import { account } from '@wallet-modal/account'
        import { connect } from '@wallet-modal/connect'
        import { eip155 } from '@wallet-modal/eip155'
        import { tip } from '${join(folder, 'src/index.ts')}'
        const modal = createWalletModal({
          metadata: { name: 'Plain page' },
          networks: ${JSON.stringify(localNetworks(sandboxUrl))},
          endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}' },
          plugins: [eip155(), connect(), account(), tip()],
        })
        document.querySelector('#open').onclick = () => void modal.open()`,
    }),
})

const author = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

test('the plugin of docs/transactions.md sends its tip once and shows the confirmation', async () => {
  const { key } = await fundedKey(stage.sandboxUrl, parseEther('1'))
  const { page, zephyr } = await openConnected(stage, { plan: { keys: [key] } })
  const before = await chainAt(stage.sandboxUrl).getBalance({ address: author })
  await page.locator('#open').click()
  await row(page, 'Tip').click()
  await dialog(page).getByText('0.001').first().waitFor()
  await row(page, 'Send').click()
  await dialog(page).getByText('Confirmed by the network').waitFor({ timeout: 30_000 })
  expect(asked(zephyr, 'eth_sendTransaction')).toBe(1)
  expect(await chainAt(stage.sandboxUrl).getBalance({ address: author })).toBe(before + 10n ** 15n)
})
