/** `true`: part of the archive as it is; a text: why it is not, or how else it is. */
export type ColumnChoice<Row> = { readonly [K in keyof Row]: true | string }

/** Why columns are left out. */
export const leftOut = {
  internalId: 'names a row and says nothing about the person',
  owner: 'the account that the whole archive is about',
  staff: 'data of a member of the staff',
  secret: 'a secret, or made from one',
} as const
