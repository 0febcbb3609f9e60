export { CardEditors, EditedBy, FieldEditors } from './EditedBy';
export { ringStyle, useEditing, useEditors } from './presence';
export { ShareButton } from './ShareButton';
export { ShareDialog } from './ShareDialog';
