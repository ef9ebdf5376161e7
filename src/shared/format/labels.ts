// Closed vocabularies: names with their labels.

/** The names that have labels, for the schema of a vocabulary. */
export const listNames = <Name extends string>(labels: Readonly<Record<Name, unknown>>) =>
  Object.keys(labels) as [Name, ...Name[]]

/**
 * What a name says. One without a label comes from a newer version, which may run beside this one or have been rolled back:
 * it stands for itself.
 */
export const getLabel = <Name extends string>(labels: Readonly<Record<Name, string>>, name: NoInfer<Name>): string =>
  Object.hasOwn(labels, name) ? labels[name] : name.replaceAll('_', ' ')
