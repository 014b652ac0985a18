import Handlebars from 'handlebars'

/** Data of a template: texts, booleans, and lists of such data objects. */
export interface TemplateData {
  readonly [key: string]: string | boolean | readonly TemplateData[]
}

const builtIn = {
  if: true,
  each: true,
  unless: false,
  with: false,
  lookup: false,
  log: false,
  helperMissing: false,
  blockHelperMissing: false,
}

/**
 * Renders a template in strict mode: a missing name is an error; `if` and `each` are the only logic. `{{x}}` escapes for HTML, `{{{x}}}` does not.
 */
export function render(template: string, data: TemplateData): string {
  const compiled = Handlebars.create().compile<TemplateData>(template, {
    strict: true,
    knownHelpersOnly: true,
    knownHelpers: builtIn,
    noEscape: false,
  })
  return compiled(strict(data), { allowProtoPropertiesByDefault: false, allowProtoMethodsByDefault: false })
}

/** Proxy that throws for names that the data lacks: Handlebars' strict mode does not check the arguments of `if` and `each`. */
function strict(data: TemplateData): TemplateData {
  const entries = Object.entries(data).map(([key, value]) => [
    key,
    typeof value === 'object' ? value.map(strict) : value,
  ])
  return new Proxy<TemplateData>(Object.assign(Object.create(null), Object.fromEntries(entries)), {
    get: (target, key) => {
      if (typeof key === 'symbol' || key in target) return Reflect.get(target, key)
      throw new Error(`The template uses "${key}", which its data does not have.`)
    },
  })
}
