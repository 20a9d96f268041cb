import {
  leastContrast,
  longestAlternativeText,
  longestButtonText,
  mostPictures,
} from "@survey-open-platform/surveys";
import type { TextsOf } from "../../../pages/texts/texts-of.ts";
import type { lookEn } from "./look-en.ts";

/** 问卷外观页面的文字。 */
export const lookZhCn: TextsOf<typeof lookEn> = {
  title: "外观",
  text: "答题者看到的问卷外观。发布后，答题者才会看到更改。",
  notices: {
    saved: "已保存。发布问卷后，答题者就会看到。",
    default: "已保存。已有的问卷保持不变。",
  },
  defaultTitle: "新问卷",
  newOwn: "您的新问卷可以沿用这份问卷的外观。",
  newOfTeam: (team) => ["", team, "的新问卷可以沿用这份问卷的外观。"],
  hasDefault: "目前，新问卷使用专门设定的外观。",
  hasNoDefault: "目前，新问卷使用默认外观。",
  setDefault: "将此外观用于新问卷",
  removeDefault: "新问卷恢复默认外观",
  overtaken:
    "其他人在此期间更改了外观，因此没有保存。预览显示的是对方的外观。再次保存，即以表单中的内容取代。",
  preview: "预览",
  themes: "现成主题",
  themesHint: "一次设定颜色、圆角和字体，之后仍可逐项更改。",
  themeNames: { lake: "湖水", ink: "墨色", meadow: "草地", sunset: "夕阳", violet: "紫罗兰", slate: "青灰" },
  color: "主色",
  colorHint: `用于按钮、链接和选中的答案。若颜色不易辨认，页面会将其调深或调浅：文字对比度至少为 ${leastContrast} : 1。`,
  contrast: "已保存颜色的对比度",
  modes: { light: "浅色页面", dark: "深色页面" },
  asChosen: (mode, now) => `${mode}：按您所选的颜色显示（对比度 ${now} : 1）。`,
  corrected: ({ mode, color, shown, chosen, now }) =>
    `${mode}：显示为 ${shown}（对比度 ${now} : 1），因为 ${color} 的对比度只有 ${chosen} : 1。`,
  choices: {
    corners: { label: "圆角", names: { square: "直角", slight: "小圆角", round: "大圆角" } },
    font: {
      label: "字体",
      names: { system: "设备字体", humanist: "人文体", serif: "衬线体", rounded: "圆体", mono: "等宽体" },
    },
    pacing: { label: "答题者看到", names: { pages: "按此处的分页", questions: "一次一题" } },
    progress: { label: "进度", names: { bar: "进度条", steps: "步骤", none: "不显示" } },
  },
  showsPlatform: "在问卷上方显示平台名称",
  buttons: "按钮文字",
  buttonsHint: "留空则使用默认文字，并随答题者的语言变化。",
  buttonNames: { next: "到下一页", back: "到上一页", send: "提交答卷" },
  pictureNames: { logo: "徽标", picture: "图片" },
  pictureHints: { logo: "显示在每一页上方。", picture: "显示在首页标题上方。" },
  fileHint: "PNG、JPEG 或 WebP，最大 8 MB。图片会重新生成，不保留文件中的其他内容，例如拍摄地点。",
  alt: { logo: "徽标的内容", picture: "图片的内容" },
  altHint: "为看不到图片的人朗读。",
  savePicture: { logo: "保存徽标", picture: "保存图片" },
  removePicture: { logo: "移除徽标", picture: "移除图片" },
  save: "保存外观",
  reset: "恢复默认外观",
  back: "返回题目",
  problems: {
    color: "请输入 # 加六位 0 到 f 的字符，例如 #0b5d66。",
    too_long: `最多 ${longestButtonText} 个字符。`,
    malformed: "包含无法保存的字符。",
    picture: {
      unavailable: "此平台无法读取图片。请联系管理员，为其系统安装软件包 sharp。",
      missing: "请选择文件。",
      not_a_picture: "这不是 PNG、JPEG 或 WebP 文件。",
      too_large: "文件超过 8 MB。请将图片存小一些，再重新选择。",
      too_many_pixels: "图片超过 4000 万像素。请将图片存小一些，再重新选择。",
      broken: "无法读取这张图片。请用其他程序重新保存，再重新选择。",
      too_many: `这份问卷已用过 ${mostPictures} 张图片。请复制问卷后再换用其他图片。`,
      choose_again: "请重新选择文件：因为有其他内容需要先更正，文件没有保存。",
      no_alt: "请写明图片的内容，供看不到的人了解。",
      alt_too_long: `最多 ${longestAlternativeText} 个字符。`,
      alt_malformed: "包含无法保存的字符。",
    },
  },
};
