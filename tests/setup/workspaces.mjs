import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {{ name: string, version: string, private?: boolean, bin?: Record<string, string>, files?: string[],
 *   exports?: Record<string, string | Record<string, string>>, scripts?: Record<string, string>,
 *   dependencies?: Record<string, string>, devDependencies?: Record<string, string>, peerDependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string>, overrides?: Record<string, string> }} PackageJson
 * @typedef {{ folder: string, manifest: PackageJson }} Workspace `folder` is relative to the root, with forward slashes
 */

/** Path of this repository. */
export const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** @param {string} file @returns {PackageJson} */
export const readManifest = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** Every published package, kernel first. @param {string} [root] @returns {Workspace[]} */
export function workspaces(root = repository) {
  const plugins = readdirSync(join(root, 'plugins')).sort()
  return ['kernel', ...plugins.map((name) => `plugins/${name}`), 'cli']
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .map((folder) => ({ folder, manifest: readManifest(join(root, folder, 'package.json')) }))
}

/** The source file of a built file: `./dist/react/index.js` → `src/react/index.ts`. @param {string} folder @param {string} built */
function sourceOf(folder, built) {
  const stem = built.replace(/^\.\/dist\//, 'src/').replace(/\.js$/, '')
  return [`${stem}.ts`, `${stem}.tsx`].map((file) => join(folder, file)).find((file) => existsSync(file))
}

/**
 * Every public entry: its import specifier, built file and source file. For an entry with conditions, uses the file of `development` if present
 * (without this condition, the sandbox's entry is an empty plugin), else of `import` or `default`.
 * @param {string} [root] @returns {{ specifier: string, built: string, source: string }[]}
 */
export function entries(root = repository) {
  return workspaces(root).flatMap(({ folder, manifest }) =>
    Object.entries(manifest.exports ?? {}).flatMap(([subpath, target]) => {
      const built = defaultFile(target)
      const source = built.endsWith('.js') && sourceOf(join(root, folder), built)
      return source ? [{ specifier: manifest.name + subpath.slice(1), built: join(root, folder, built), source }] : []
    }),
  )
}

/** @param {any} target @returns {string} */
function defaultFile(target) {
  return typeof target === 'string' ? target : defaultFile(target.development ?? target.import ?? target.default)
}
