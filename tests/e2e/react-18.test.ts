import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cacheFolder } from '../setup/cache.mjs'
import { must } from '../setup/steps.mjs'
import { localNetworks } from './support/local-networks.js'
import { connectWith, dialog, row } from './support/modal.js'
import { servePage } from './support/page.js'
import { createStage } from './support/stage.js'
import { ACCOUNT } from './support/wallet.js'

/** The last React before 19. */
const version = '18.3.1'

async function installReact(): Promise<string> {
  const folder = cacheFolder(`react-${version}`)
  const modules = join(folder, 'node_modules')
  if (existsSync(join(modules, 'react-dom/package.json'))) return modules
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const command = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `react@${version}`, `react-dom@${version}`]
  await must(`Installing React ${version}`, 'npm', command, { cwd: folder })
  return modules
}

const stage = createStage({
  serve: async (sandboxUrl) =>
    servePage({
      reactIn: await installReact(),
      services: [sandboxUrl],
      script: `
      import { createElement as h, Fragment, version } from 'react'
      import { createRoot } from 'react-dom/client'
      import { createWalletModal } from '@wallet-modal/kernel'
      import { useAccount, useWalletModal } from '@wallet-modal/kernel/react'
      import { account } from '@wallet-modal/account'
      import { connect } from '@wallet-modal/connect'
      import { eip155 } from '@wallet-modal/eip155'
      const modal = createWalletModal({
        metadata: { name: 'Older page' },
        networks: ${JSON.stringify(localNetworks(sandboxUrl))},
        endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}' },
        plugins: [eip155(), connect(), account()],
      })
      function Page() {
        const { open } = useWalletModal(modal)
        const { address } = useAccount(modal)
        return h(Fragment, null, h('button', { onClick: () => void open() }, 'Open'), h('output', null, address), h('small', null, version))
      }
      createRoot(document.body.appendChild(document.createElement('main'))).render(h(Page))`,
    }),
})

it(`a page with React ${version} connects, shows the account and disconnects`, async () => {
  const { page } = await stage.open()
  expect(await page.locator('small').textContent()).toBe(version)
  const open = page.getByRole('button', { name: 'Open' })
  await connectWith(open)
  await expect.poll(() => page.locator('output').textContent()).toBe(ACCOUNT)
  await open.click()
  await dialog(page).getByText('ETH').first().waitFor()
  await row(page, 'Disconnect').click()
  await expect.poll(() => page.locator('output').textContent()).toBe('')
  await open.click()
  await row(page, 'Zephyr').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
})
