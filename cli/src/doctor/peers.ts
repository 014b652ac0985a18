import semver from 'semver'
import { findInstalled, type InstalledPackage } from '../apply/packages/installed.js'
import { findManager } from '../apply/packages/site-manager.js'
import { addPackage, type PackageManager } from '../plan/packages/package-manager.js'
import { isPackageName } from '../plan/packages/package-name.js'
import { kernelName } from '../plan/plugins/first-party.js'
import { quoteWord } from '../ui/printable.js'
import type { Check, Finding } from './finding.js'

/** Checks that the peer dependencies of the kernel and of each plugin, such as React, are installed in a supported version. */
export const checkPeers: Check = async ({ folder, plugins, env }) => {
  const findings: Finding[] = []
  const { name: manager } = await findManager(folder, { chosen: undefined, userAgent: env.npm_config_user_agent })
  for (const name of [kernelName, ...plugins.map((plugin) => plugin.name)]) {
    const installed = await findInstalled(folder, name)
    if (installed) findings.push(...(await checkPeersOf(folder, installed, manager)))
  }
  return findings
}

async function checkPeersOf(
  folder: string,
  { json }: InstalledPackage,
  manager: PackageManager,
): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const [peer, range] of Object.entries(json.peerDependencies)) {
    const optional = json.peerDependenciesMeta[peer]?.optional === true
    if (!isPackageName(peer) || semver.validRange(range) === null) {
      findings.push(invalidPeer(json.name, peer, range))
      continue
    }
    const found = await findInstalled(folder, peer)
    const command = addPackage(manager, quoteWord(`${peer}@${range}`))
    if (!found && !optional) findings.push(missingPeer(json.name, `"${peer}" ${range}`, command))
    if (found && !semver.satisfies(found.json.version, range, { includePrerelease: true }))
      findings.push(unsupportedPeer(json.name, `"${peer}" ${range}`, { command, version: found.json.version }))
  }
  return findings
}

/** Does not print the invalid package name or range as part of a command, because users paste commands. */
const invalidPeer = (name: string, peer: string, range: string): Finding => ({
  id: 'peer-broken',
  severity: 'error',
  what: `"${name}" needs ${JSON.stringify(peer.slice(0, 100))} ${JSON.stringify(range.slice(0, 100))}, which is not a package name and version range.`,
  why: 'It cannot be checked or installed.',
  fix: `Report this to the author of "${name}", or use another version of it.`,
})

const missingPeer = (name: string, peer: string, command: string): Finding => ({
  id: 'peer-missing',
  severity: 'error',
  what: `"${name}" needs ${peer}, which is not installed.`,
  why: 'The build of the site fails, or the modal does not start.',
  fix: `Install it: ${command}`,
})

const unsupportedPeer = (
  name: string,
  peer: string,
  { command, version }: { readonly command: string; readonly version: string },
): Finding => ({
  id: 'peer-range',
  severity: 'error',
  what: `"${name}" needs ${peer}; version ${version} is installed.`,
  why: 'It was not tested with that version.',
  fix: `Install a version in the range: ${command}`,
})
