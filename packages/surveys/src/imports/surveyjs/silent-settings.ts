/** Settings that are written though they say what holds anyway. */
const defaults: Readonly<Record<string, readonly unknown[]>> = {
  visible: [true],
  isRequired: [false],
  readOnly: [false],
  hasOther: [false],
  showOtherItem: [false],
  hasNone: [false],
  showNoneItem: [false],
  hasSelectAll: [false],
  showSelectAllItem: [false],
  hasComment: [false],
  showCommentArea: [false],
  allowMultiple: [false],
  startWithNewLine: [true],
  titleLocation: ["default", "top"],
  showTitle: [true],
  showPageTitles: [true],
  showPrevButton: [true],
  showNavigationButtons: [true, "bottom"],
  showCompletedPage: [true],
  showQuestionNumbers: [true, "on"],
  showProgressBar: [false, "off"],
  choicesOrder: ["none"],
  selectToRankEnabled: [false],
  columnsOrder: ["initial"],
  rowsOrder: ["initial"],
  cellType: ["radio"],
  inputType: ["text"],
  rateType: ["labels"],
  rateStep: [1],
  autoGenerate: [true],
  choicesFromQuestionMode: ["all"],
  mode: ["edit"],
  storeDataAsText: [true],
  waitForUpload: [false],
};

/** Whether a setting says nothing: it is empty, or what holds anyway. One that is `false` says something. */
export function isSilentSetting(key: string, value: unknown): boolean {
  if (value === "" || value === null || (Array.isArray(value) && value.length === 0)) return true;
  return Object.hasOwn(defaults, key) && defaults[key]?.includes(value) === true;
}
