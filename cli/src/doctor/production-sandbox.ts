import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { readBeginning } from '../apply/files/read-file.js'
import type { Framework } from '../plan/detect/framework.js'
import { builtFolder } from '../plan/site/build-page.js'
import type { Check } from './finding.js'

/** Text that only the code of the sandbox contains. */
const marker = 'wallet-modal-sandbox-runtime'
/** Default output folder of each framework for browser code. */
export const browserFolders: Readonly<Record<Framework, string>> = {
  react: 'dist',
  vue: 'dist',
  svelte: 'dist',
  vanilla: 'dist',
  astro: 'dist',
  angular: 'dist',
  next: '.next/static',
  'react-router': 'build/client',
  nuxt: '.output/public',
  sveltekit: '.svelte-kit/output/client',
  html: builtFolder,
}

const code = /\.(?:js|mjs|cjs|html)$/
/** Number of bytes of a file that are searched. */
const maxBytes = 64 << 20

/** Checks that a production build does not contain the sandbox. */
export const checkProductionSandbox: Check = async ({ build }) => {
  if (build === undefined) return []
  const files: string[] = []
  for (const entry of await readdir(build, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !code.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    if ((await readBeginning(path, maxBytes))?.includes(marker)) files.push(relative(build, path))
  }
  if (files.length === 0) return []
  return [
    {
      id: 'sandbox-in-production',
      severity: 'error',
      what: `The build in "${build}" contains the sandbox: ${files.sort().slice(0, 5).join(', ')}.`,
      why: 'It contains a test wallet whose private keys are public, and sends the page’s requests to a server on the visitor’s own machine.',
      fix: 'Build for production without the `development` export condition (with Vite: NODE_ENV not set, no `--mode development`, and no `development` in `resolve.conditions`).',
    },
  ]
}
