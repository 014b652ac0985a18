import type { DetectedSite } from '../detect/detect.js'
import type { Framework } from '../detect/framework.js'
import { isPreactAlias } from '../detect/package-json.js'
import { bundlerName, bundlerVersion } from './build-page.js'
import type { PackageLists, Versions } from './site-packages.js'

/** React's name for pages without React: 11 kB instead of 69. Both are one package, so that its version satisfies every peer range of ours. */
const preactCompat = 'npm:@preact/compat@18.3.2'
const preactVersion = '11.2.0'

/** Packages that a kind of site needs beside those that plugins expect. They stay as long as the modal does. */
export const kindPackages: readonly string[] = ['preact', bundlerName]

export interface KindPackages {
  /** What plugins expect the site to have, in the versions to add where it is absent. */
  readonly tested: Versions
  /** What they don't know of. */
  readonly extra: PackageLists
}

/**
 * The packages that depend on what a site is made of: one with React keeps it, one without gets preact under React's names, by aliases in
 * package.json, and plain HTML gets esbuild.
 */
export function packagesFor(
  { framework, listed }: Pick<DetectedSite, 'framework' | 'listed'>,
  tested: Versions,
): KindPackages {
  const react = listed.get('react')
  const devDependencies: Versions = framework === 'html' ? { [bundlerName]: bundlerVersion } : {}
  if (react !== undefined && !isPreactAlias(react))
    return { tested: { ...tested, 'react-dom': react }, extra: { dependencies: {}, devDependencies } }
  if (usesHooks(framework)) return { tested, extra: { dependencies: {}, devDependencies } }
  return {
    tested: { ...tested, react: preactCompat, 'react-dom': preactCompat },
    extra: { dependencies: { preact: preactVersion }, devDependencies },
  }
}

/** Whether a site of this kind is written in React, and so uses hooks; all others use the custom elements. */
export const usesHooks = (framework: Framework): boolean => /^(?:react|next|react-router)$/.test(framework)
