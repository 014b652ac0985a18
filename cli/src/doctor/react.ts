import { realpath } from 'node:fs/promises'
import { findInstalled } from '../apply/packages/installed.js'
import { kernelName } from '../plan/plugins/first-party.js'
import { findCopies } from './copies.js'
import type { Check, Finding } from './finding.js'

/** Checks that page and modal use the same copy of React, or both use Preact. */
export const checkReact: Check = async (target) => {
  const react = await findInstalled(target.folder, 'react')
  if (!react) return [] // a missing package is reported as a missing peer
  const dom = await findInstalled(target.folder, 'react-dom')
  const replaced = react.json.name !== 'react'
  if (dom && replaced !== (dom.json.name !== 'react-dom')) return [halfAlias(react.json.name, dom.json.name)]
  return replaced ? besidePreact(target.folder, react.json.name) : duplicates(target)
}

/** Compares the site's copy of React with the copies that wallet-modal packages load. Copies that only build tools load do not matter. */
const duplicates: Check = async ({ folder, plugins }) => {
  const copies = new Map<string, readonly string[]>()
  for (const name of [kernelName, ...plugins.map((plugin) => plugin.name)]) {
    const installed = await findInstalled(folder, name)
    if (!installed || !('react' in installed.json.peerDependencies)) continue
    const copy = await findInstalled(await realpath(installed.folder), 'react')
    const key = copy && `${copy.json.version} in ${await realpath(copy.folder)}`
    if (key) copies.set(key, [...(copies.get(key) ?? []), name])
  }
  const own = await findInstalled(folder, 'react')
  const ownKey = own && `${own.json.version} in ${await realpath(own.folder)}`
  const others = [...copies].filter(([key]) => key !== ownKey)
  if (others.length === 0) return []
  return [
    {
      id: 'duplicate-react',
      severity: 'error',
      what: `The site uses React ${ownKey}; ${others.map(([key, names]) => `${names.join(', ')} would get ${key}`).join('; ')}.`,
      why: 'Hooks and contexts of one copy do not work in another: the modal fails with "Invalid hook call".',
      fix: 'Install one version for all (your package manager’s "dedupe"). Remove React from the node_modules of linked packages.',
    },
  ]
}

async function besidePreact(folder: string, alias: string): Promise<readonly Finding[]> {
  const real = (await findCopies(folder, 'react')).filter(({ name }) => name === 'react')
  if (real.length === 0) return []
  return [
    {
      id: 'react-beside-preact',
      severity: 'error',
      what: `"react" is ${alias} here, but there is real React too: ${real.map(({ version, folder: path }) => `${version} in ${path}`).join('; ')}.`,
      why: 'Elements and hooks of React do not work in Preact, so the code that uses that copy fails, and the page loads both.',
      fix: 'Remove the packages that require React, or remove the aliases from package.json and install react and react-dom.',
    },
  ]
}

const halfAlias = (react: string, dom: string): Finding => ({
  id: 'react-alias-half',
  severity: 'error',
  what: `"react" is ${react} here and "react-dom" is ${dom}.`,
  why: 'Preact can replace React only if it replaces both packages.',
  fix: 'Give both the same alias in package.json, or neither.',
})
