import type { Template } from '../files/template.js'
import type { PluginNames } from '../plugins/plugin-name.js'

/** Suffixes that templates add to type names. */
const typeEnds = ['', 'Model', 'Options', 'Wallet']

/**
 * Names of a new plugin that do not clash with the code of the templates. An export or type name that this code already uses gets the suffix
 * "Plugin".
 */
export function freeNames(names: PluginNames, templates: readonly Template[]): PluginNames {
  const used = new Set(templates.flatMap(wordsOf))
  const { exportName, pascal } = names
  const isTaken = typeEnds.some((end) => used.has(pascal + end))
  return {
    ...names,
    exportName: used.has(exportName) ? `${exportName}Plugin` : exportName,
    pascal: isTaken ? `${pascal}Plugin` : pascal,
  }
}

/** Identifiers in a template's code, without placeholders, texts and comments. */
const wordsOf = ({ spec, sources }: Template): readonly string[] =>
  spec.files
    .filter(({ to }) => /\.tsx?$/.test(to))
    .flatMap(({ from }) => sources.get(from) ?? [])
    .flatMap(
      (text) =>
        text.replace(/\{\{\{\w+\}\}\}\w*|\/\*[\s\S]*?\*\/|'[^'\n]*'|\/\/.*/g, ' ').match(/[A-Za-z_$][\w$]*/g) ?? [],
    )
