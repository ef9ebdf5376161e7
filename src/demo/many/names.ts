// Names that invented applicants are put together from; none belongs to a certain person.

export const surnames: readonly string[] = (
  'Bello Adeyemi Okeke Ibrahim Eze Musa Ogunleye Abubakar Nwosu Balogun Danladi Okoro Adebayo Effiong Yusuf Obi Lawal ' +
  'Okafor Sani Ajayi Umar Onyema Akande Garba Ekpo Oyelaran Chukwu Aliyu Òjó Bassey Adégòkè Tanko Nnamani Afolabi ' +
  'Mohammed Igwe Salami Etim Ọlátúnjí Dogara Uche Alabi Kolo Osagie Fálọlá Gwani Ugwu Oyedele Zubair Akpan Babajide ' +
  'Maikori Ezenwa Ṣóbọ̀wálé Haruna Inyang Olawale Pam Udo Adisa Gyang Ibekwe Oni Shehu Edet Ayinde Terna Madu Ọmọlólú ' +
  'Audu Asuquo Raji Iorfa Anozie Kareem Dauda Omoregie Fadeyi Lar Nwafor Ganiyu Bature Ukpong Ilori Wushishi Amadi ' +
  'Oseni Jatau Ohakwe Popoola Kwari Enang Owolabi Tukur Agu Sanusi Bako Ovie Durojaiye Gimba Ejike Adio Yakubu Igbinedo'
).split(' ')

export const femaleNames: readonly string[] = (
  'Aisha Ngozi Folake Grace Zainab Chinwe Bukola Mercy Hadiza Ifeoma Títílayọ̀ Esther Maryam Adaora Yetunde Comfort Rukayat ' +
  'Ebere Ronke Charity Safiya Nkechi Adunni Victoria Fatima Uju Morẹ́nikẹ́ Deborah Asabe Obiageli Sade Ruth Laraba Kosiso ' +
  'Omolara Joy Binta Amarachi Kẹ́hìndé Naomi Habiba Chioma Simisola Rebecca Ladi Ogechi Temitope Hannah Jummai Onyinye'
).split(' ')

export const maleNames: readonly string[] = (
  'Ahmed Chinedu Olumide Samuel Usman Ikenna Babajide Daniel Sadiq Obinna Kayode Joseph Bashir Uchenna Ṣẹ́gun Peter Kabiru ' +
  'Emeka Adewale Victor Nasiru Chukwudi Tayo Moses Aminu Kelechi Gbenga Stephen Hamza Ugochukwu Dèjì Isaac Lawan Nnamdi ' +
  'Femi Philip Sule Chidi Rotimi Solomon Yahaya Somto Táíwò Timothy Idris Ebuka Lanre Godwin Danjuma Tobenna'
).split(' ')
