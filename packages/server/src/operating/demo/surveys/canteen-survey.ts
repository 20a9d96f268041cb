import { surveyScene } from "@survey-open-platform/surveys";
import {
  type DemoRespondent,
  markOf,
  oneOf,
  rankingOf,
  type RemarkTexts,
  someOf,
} from "../demo-respondent.ts";
import { texts, type DemoSurvey, type DemoValues } from "../demo-survey.ts";

const suggestions: RemarkTexts = {
  glad: [
    "二食堂的麻辣香锅越来越好吃了，继续保持！",
    "阿姨打菜很实在，给一食堂的师傅们点赞。",
    "新开的轻食窗口很适合健身的同学，希望能多一些主食选择。",
    "早餐的豆浆油条很地道，就是希望周末也能早一点开门。",
    "整体很满意，碗筷比上学期干净多了。",
    "夜宵开到十点半真的太贴心了，赶完实验还能吃上热乎的。",
    "清真餐厅的牛肉面是全校最好吃的，没有之一。",
    "价格实惠，基本不用点外卖了。",
    "扫码点餐之后排队时间短了很多，点赞。",
    "希望把每周的菜单提前公布在公众号上。",
    "教工餐厅的例汤很好喝，希望天天都有。",
    "冬天的保温餐台很暖心。",
  ],
  mixed: [
    "味道还可以，就是十二点那一拨人实在太多，座位不好找。",
    "菜品更新太慢，同一个窗口吃了一年都没变过。",
    "价格涨了一块，分量却没有变多。",
    "米饭有时候偏硬，希望能改进一下。",
    "三食堂的空调经常不开，夏天吃饭像蒸桑拿。",
    "素菜种类偏少，油也有点大。",
    "餐盘回收处经常堵住，建议多设一个回收点。",
    "希望增加小份菜，一个人吃两个菜有点多。",
    "支付方式希望再多一些，校园卡充值不太方便。",
  ],
  cross: [
    "上周在菜里吃到了头发，反映之后没有人回复。",
    "排队二十分钟，轮到我的时候菜都凉了。",
    "窗口态度不太好，问一句就不耐烦。",
    "晚上七点以后基本没有什么菜了，下课晚的同学只能吃泡面。",
    "筷子经常没有沥干，还带着水渍，希望重视卫生。",
    "一份青菜要六块钱，比校外还贵。",
  ],
};

const places = ["东校区二食堂", "东校区一食堂", "西校区学苑餐厅", "西校区清真餐厅", "南校区三食堂"];

function lunchTime({ random }: DemoRespondent): string {
  const minute = Math.max(0, Math.min(119, Math.round(50 + random.bell() * 22)));
  const fiveMinutes = Math.floor(minute / 5) * 5;
  return `${11 + Math.floor(fiveMinutes / 60)}:${String(fiveMinutes % 60).padStart(2, "0")}`;
}

/** A column of the matrix: the better the mood, the further left. */
function column(person: DemoRespondent, lean: number): number {
  return 5 - Math.max(1, markOf(person, [1, 4], lean));
}

function answer(person: DemoRespondent): DemoValues {
  const { random, mood, remarks } = person;
  return {
    1: oneOf(person, [58, 27, 12, 3]),
    2: oneOf(person, [14, 41, 30, 15]),
    3: someOf(person, [0.55, 0.62, 0.34, 0.2, 0.24], 3),
    4: [0.05, -0.05, 0, -0.25, 0.05].map((lean) => column(person, lean)),
    5: random.chance(0.93) ? rankingOf(person, [5, 9, 7, 6, 3]) : undefined,
    6: markOf(person, [1, 5]),
    7: random.chance(0.88) ? lunchTime(person) : undefined,
    8: random.chance(0.8) ? places[random.weighted([34, 27, 18, 9, 12])] : undefined,
    9: random.chance(Math.abs(mood - 0.6) > 0.15 ? 0.6 : 0.35) ? remarks.draw(suggestions, mood) : undefined,
  };
}

/** In Chinese, owned by a person. */
export const canteenSurvey: DemoSurvey = {
  key: "demo-canteen",
  owner: { user: "lin" },
  creator: "lin",
  title: "校园食堂满意度调查",
  prefix: "同学、老师，你好！后勤服务中心正在收集大家对食堂的意见，问卷共九题，大约需要两分钟，匿名填写。",
  suffix: "感谢你的参与！结果将在月底的膳食委员会上公布。",
  scene: surveyScene.survey,
  state: "collecting",
  respondents: 56,
  openForDays: 24,
  usualSeconds: 130,
  answer,
  pages: [
    {
      questions: [
        {
          type: "radio",
          title: "你的身份是？",
          required: true,
          options: texts("本科生", "研究生", "教职工", "访客"),
        },
        {
          type: "select",
          title: "你平均每天在食堂吃几顿饭？",
          required: true,
          options: texts("三顿", "两顿", "一顿", "不到一顿"),
        },
        {
          type: "checkbox",
          title: "你常去哪几个食堂？",
          description: "最多选三个",
          required: true,
          max_choices: 3,
          options: texts("一食堂", "二食堂", "三食堂", "清真餐厅", "教工餐厅"),
        },
        {
          type: "matrix_radio",
          title: "请对以下方面作出评价",
          required: true,
          options: texts("很满意", "满意", "一般", "不满意"),
          sub_titles: texts("菜品口味", "菜品价格", "环境卫生", "排队时间", "服务态度"),
        },
      ],
    },
    {
      questions: [
        {
          type: "sort",
          title: "你最希望优先改进什么？请排序",
          options: texts("丰富菜品", "缩短排队", "降低价格", "延长开放时间", "改善座位环境"),
        },
        {
          type: "star",
          title: "总体来说，你对食堂满意吗？",
          required: true,
          star_show_custom_start: "非常不满意",
          star_show_custom_end: "非常满意",
        },
        { type: "datetime", title: "你通常几点吃午饭？" },
        { type: "address", title: "你最常在哪里用餐？" },
        { type: "textarea", title: "还有什么意见或建议？", max_length: 500 },
      ],
    },
  ],
};
