import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileInside, readBeginning } from '../apply/files/read-file.js'
import { readLayout } from '../apply/site/site-layout.js'
import { sandboxName } from '../plan/plugins/first-party.js'
import type { Check } from './finding.js'

/** Output folder of React Router's server build. */
const serverFolder = 'build/server'
/** Number of bytes of a file that are searched. */
const maxBytes = 64 << 20
const importsSandbox = new RegExp(`(?:from|import)\\s*\\(?\\s*["']${sandboxName}["']`)

/** Checks that React Router's server build does not import the sandbox: it is a development dependency, which production servers do not install. */
export const checkServerSandbox: Check = async ({ folder }) => {
  if ((await readLayout(folder)).framework !== 'react-router') return []
  if ((await fileInside(folder, 'folder', serverFolder)) === undefined) return []
  const files = await readdir(join(folder, serverFolder), { recursive: true, withFileTypes: true })
  const code = files.filter((entry) => entry.isFile() && /\.[cm]?js$/.test(entry.name))
  const texts = await Promise.all(code.map((entry) => readBeginning(join(entry.parentPath, entry.name), maxBytes)))
  if (!texts.some((text) => text !== undefined && importsSandbox.test(text))) return []
  return [
    {
      id: 'sandbox-in-server',
      severity: 'error',
      what: `The server's build in "${serverFolder}" imports ${sandboxName}.`,
      why: 'The sandbox is a development dependency: after `npm install --omit=dev` the server does not start.',
      fix: `Add \`ssr: { noExternal: ['${sandboxName}'] }\` to the Vite configuration and build again.`,
    },
  ]
}
