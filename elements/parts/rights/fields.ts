/** What is wrong, by the field; `form` where it is none of them. */
export type Wrong = Readonly<Partial<Record<string, string>>>

/** The fields of rights, as a refusal names them. */
export const RIGHTS_FIELDS = ['permissions', 'device_rights', 'template_rights', 'item_rights'] as const
