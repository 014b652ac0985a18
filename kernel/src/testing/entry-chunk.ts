import { withoutComments } from './without-comments.js'

/** Entries of the kernel that a plugin's entry may import: they contain neither React nor views. */
const lightEntries = /^@wallet-modal\/kernel(\/(cookie|discovery|in-app))?$/
/** Specifier of the module `contract` of another plugin. It contains only types and the names of services, slots, events and views. */
const contract = /^(@[\w.-]+\/)?[\w.-]+\/contract$/

/** Module specifiers of static imports, without type imports and `import()`. */
export function staticImports(text: string): readonly string[] {
  const code = withoutComments(text)
  const statements = code.matchAll(
    /^\s*(?:import\s*(?:\s([^'"`;=()]+?)\s*from\s*)?|export\s+([^'"`;=()]+?)\s*from\s*)['"]([^'"\n]+)['"]/gm,
  )
  return [...statements].flatMap(([, imported, exported, from = '']) =>
    onlyTypes(imported ?? exported ?? '') ? [] : [from],
  )
}

/**
 * Whether an import has only types: `type X`, or a list in which each name has `type`. False for an import without names, because it runs the module.
 */
function onlyTypes(names: string): boolean {
  if (/^\s*type\b(?!\s*,)/.test(names)) return true
  const [, list] = /^\s*\{([^}]*)\}\s*$/.exec(names) ?? []
  const each = (list ?? '').split(',').filter((one) => one.trim() !== '')
  return each.length > 0 && each.every((one) => /^\s*type\s/.test(one))
}

/** Resolves a relative import to a file, like bundlers. */
function fileOf(from: string, specifier: string, files: ReadonlySet<string>): string | undefined {
  const path = from.split('/').slice(0, -1)
  for (const segment of specifier.split('/')) {
    if (segment === '..' && path.length > 0) path.pop()
    else if (segment !== '.') path.push(segment)
  }
  const name = path.join('/')
  const stem = name.replace(/\.jsx?$/, '')
  return [name, `${stem}.ts`, `${stem}.tsx`, `${name}.js`, `${name}.jsx`, `${name}/index.ts`, `${name}/index.js`].find(
    (one) => files.has(one),
  )
}

/** Entry file: `entry` if given, else the `index` nearest to the root. */
export const entryOf = (sources: Readonly<Record<string, string>>, entry?: string): string | undefined =>
  entry ??
  Object.keys(sources)
    .filter((file) => /(^|\/)index\.[jt]sx?$/.test(file))
    .sort((a, b) => a.split('/').length - b.split('/').length)[0]

/**
 * Reports static imports of a plugin's entry that load a view, React or an SDK. Every page loads the entry, so the entry must load these with
 * `import()`.
 */
export function checkEntry(sources: Readonly<Record<string, string>>, entryPath?: string): readonly string[] {
  const entry = entryOf(sources, entryPath)
  const files = new Set(Object.keys(sources))
  if (entry === undefined || !files.has(entry))
    return [
      `The entry ${entry ? `"${entry}" ` : ''}is not in "sources". Set "entry" to the path of the entry's source file.`,
    ]
  const problems: string[] = []
  const seen = new Set<string>()
  const visit = (file: string, path: readonly string[]): void => {
    if (seen.has(file)) return
    seen.add(file)
    const chain = [...path, file].join(' → ')
    if (/\.[jt]sx$/.test(file))
      problems.push(`${chain}: the entry imports a view. Load it with "ui: () => import('./ui.js')".`)
    for (const specifier of staticImports(sources[file] ?? '')) {
      const imported = /^\.{0,2}\//.test(specifier) ? fileOf(file, specifier, files) : undefined
      if (imported) visit(imported, [...path, file])
      else if (!/^\.{0,2}\//.test(specifier) && !lightEntries.test(specifier) && !contract.test(specifier))
        problems.push(
          `${chain}: the entry imports "${specifier}". Load it with import() inside the method that needs it.`,
        )
    }
  }
  visit(entry, [])
  return problems
}
