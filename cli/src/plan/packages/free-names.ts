import type { Template } from '../files/template.js'
import type { PluginNames } from '../plugins/plugin-name.js'

/** What a template adds to the name of a type. */
const typeEnds = ['', 'Model', 'Options', 'Wallet']

/** The names of a plugin, with "Plugin" behind those that the code of its templates uses for something else. */
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

/** The words of a template's code, without what is put in, texts and comments. */
const wordsOf = ({ spec, sources }: Template): readonly string[] =>
  spec.files
    .filter(({ to }) => /\.tsx?$/.test(to))
    .flatMap(({ from }) => sources.get(from) ?? [])
    .flatMap(
      (text) =>
        text.replace(/\{\{\{\w+\}\}\}\w*|\/\*[\s\S]*?\*\/|'[^'\n]*'|\/\/.*/g, ' ').match(/[A-Za-z_$][\w$]*/g) ?? [],
    )
